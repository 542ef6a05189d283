/** Whether the reader has asked the browser to be sparing with what it fetches. Not every browser tells. */
export function savesData(): boolean {
  return (
    'connection' in navigator &&
    navigator.connection instanceof Object &&
    'saveData' in navigator.connection &&
    navigator.connection.saveData === true
  );
}
