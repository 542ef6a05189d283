/** A file that a script put into the page, with the path that it had inside its folder. */
export interface GivenFile {
  readonly path: string;
  readonly blob: Blob;
}

/**
 * A hidden input for scripts that drive the page, since a script outside a browser cannot make File objects: it sets the
 * input's files, and the page takes them from here.
 * @param folder whether the input takes one whole folder rather than files
 */
export function createFileDoor(folder: boolean, name: string): { readonly take: () => readonly GivenFile[] } {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.webkitdirectory = folder;
  input.hidden = true;
  input.dataset['automation'] = name;
  document.body.append(input);
  return {
    take: () => {
      const given = [...(input.files ?? [])].map((blob) => ({ path: blob.webkitRelativePath || blob.name, blob }));
      input.value = '';
      return given;
    },
  };
}
