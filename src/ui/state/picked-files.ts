import type { PickedFile } from '../../app/index.ts';

// Not in TypeScript's own list, since not every browser has it.
declare global {
  interface DataTransferItem {
    getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
  }
}

/** How dropped folders are wanted: as the files in them, as such where the browser gives them so, or as both. */
export type FolderUse = 'files' | 'folders' | 'both';

/** What was dropped. */
export interface Drop {
  readonly files: readonly PickedFile[];
  readonly folders: readonly FileSystemDirectoryHandle[];
}

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
export async function filesOfDrop(transfer: DataTransfer, use: FolderUse = 'files'): Promise<Drop> {
  const bare: PickedFile[] = [];
  const entries: (readonly [FileSystemEntry, Promise<FileSystemHandle | null> | undefined])[] = [];
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    const file = entry === null ? item.getAsFile() : null;
    if (entry !== null)
      entries.push([entry, use !== 'files' && entry.isDirectory ? item.getAsFileSystemHandle?.() : undefined]);
    else if (file !== null) bare.push({ path: file.name, blob: file });
  }
  const folders: FileSystemDirectoryHandle[] = [];
  const walked = await Promise.all(
    entries.map(async ([entry, asking]) => {
      const handle = await asking?.catch(() => null);
      if (!isFolderHandle(handle)) return filesUnder(entry);
      folders.push(handle);
      return use === 'both' ? filesUnder(entry) : [];
    }),
  );
  const files = [...bare, ...walked.flat()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return { files, folders };
}

function isFolderHandle(handle: FileSystemHandle | null | undefined): handle is FileSystemDirectoryHandle {
  return handle?.kind === 'directory';
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
