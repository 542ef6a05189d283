/** A file that a script put into the page, with the path that it had inside its folder. */
interface GivenFile {
  readonly path: string;
  readonly blob: Blob;
}

/**
 * A hidden input for scripts that drive the page: they cannot make File objects of what lies on a disk, but they can choose
 * files for an input.
 * @param folder whether the input takes a whole folder
 */
export function createFileDoor(name: string, folder: boolean): { readonly take: () => readonly GivenFile[] } {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.webkitdirectory = folder;
  input.hidden = true;
  input.dataset['automation'] = name;
  document.body.append(input);
  return {
    take: () => {
      const given = [...(input.files ?? [])].map((blob) => ({
        path: blob.webkitRelativePath === '' ? blob.name : blob.webkitRelativePath,
        blob,
      }));
      input.value = '';
      return given;
    },
  };
}
