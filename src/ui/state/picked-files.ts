import type { PickedFile } from '../../app/index.ts';

/** Files of an `<input type="file">`, with their paths where a whole folder was picked. */
export function filesOfInput(input: HTMLInputElement): readonly PickedFile[] {
  return Array.from(input.files ?? [], (file) => ({
    path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
    blob: file,
  }));
}

/**
 * Files that were dropped, folders walked to their leaves, in the order of their paths.
 * Must be called within the drop event: the browser empties `transfer` right after.
 * @throws {Error} one sentence, when the browser cannot read a file or folder
 */
export async function filesOfDrop(transfer: DataTransfer): Promise<readonly PickedFile[]> {
  const entries: FileSystemEntry[] = [];
  const bare: PickedFile[] = [];
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    const file = entry === null ? item.getAsFile() : null;
    if (entry !== null) entries.push(entry);
    else if (file !== null) bare.push({ path: file.name, blob: file });
  }
  const walked = await Promise.all(entries.map((entry) => filesUnder(entry)));
  return [...bare, ...walked.flat()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

async function filesUnder(entry: FileSystemEntry): Promise<readonly PickedFile[]> {
  // Hidden files (.git, .DS_Store) are nobody's benchmark, and a repository has thousands.
  if (entry.name.startsWith('.')) return [];
  if (isFile(entry)) {
    const blob = await new Promise<File>((resolve, reject) => {
      entry.file(resolve, (cause) => {
        reject(unreadable(entry, cause));
      });
    });
    return [{ path: entry.fullPath.replace(/^\//, ''), blob }];
  }
  if (!isFolder(entry)) return [];
  const reader = entry.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    // A reader gives its entries in portions (100 in Chromium) and then an empty one.
    const portion = await new Promise<readonly FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, (cause) => {
        reject(unreadable(entry, cause));
      });
    });
    if (portion.length === 0) break;
    children.push(...portion);
  }
  return (await Promise.all(children.map((child) => filesUnder(child)))).flat();
}

function unreadable(entry: FileSystemEntry, cause: unknown): Error {
  return new Error(`“${entry.fullPath}” could not be read: check that it is still there and that you may open it.`, {
    cause,
  });
}
