/** Offers a file to be saved under a name. */
export function saveFile(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after the click; it must not be gone by then.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 60_000);
}
