import { abortError } from './clip-errors.ts';

// Not in TypeScript's own list, since not every browser has them.
declare global {
  interface FileSystemHandle {
    queryPermission?(wanted: { readonly mode: 'read' }): Promise<PermissionState>;
    requestPermission?(wanted: { readonly mode: 'read' }): Promise<PermissionState>;
  }
  interface Window {
    showDirectoryPicker?(options: { readonly id: string; readonly mode: 'read' }): Promise<FileSystemDirectoryHandle>;
  }
}

/** Files of a folder that is remembered, with the path they have in it. */
export interface FoundFile {
  readonly path: string;
  readonly handle: FileSystemFileHandle;
}

const VIDEO_NAME = /\.(?:mp4|m4v|mov|webm|mkv|avi|mpe?g|ts|m2ts|mts|flv|wmv|3gp|ogv|dcm)$/i;
/** Somebody who picks a whole disk by mistake does not wait for ever. */
const MOST_FILES = 5000;
const DEEPEST = 8;

/** Whether what is in the folder may be read now; `ask` takes a click of the reader. */
export async function permissionOf(handle: FileSystemHandle, ask: boolean): Promise<PermissionState> {
  const wanted = { mode: 'read' } as const;
  const state = (await handle.queryPermission?.(wanted)) ?? 'granted';
  return ask && state === 'prompt' ? ((await handle.requestPermission?.(wanted)) ?? 'granted') : state;
}

/** Video files under a folder, by their names; hidden folders aside. */
export async function videoFilesUnder(
  folder: FileSystemDirectoryHandle,
  signal: AbortSignal,
): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = [];
  const walk = async (directory: FileSystemDirectoryHandle, path: string, depth: number): Promise<void> => {
    for await (const [name, entry] of directory.entries()) {
      if (signal.aborted) throw abortError();
      if (found.length >= MOST_FILES || name.startsWith('.')) continue;
      if (isFolder(entry)) {
        if (depth < DEEPEST) await walk(entry, `${path}${name}/`, depth + 1);
      } else if (isFile(entry) && VIDEO_NAME.test(name)) found.push({ path: path + name, handle: entry });
    }
  };
  await walk(folder, `${folder.name === '' ? 'folder' : folder.name}/`, 0);
  return found.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

function isFolder(handle: FileSystemHandle): handle is FileSystemDirectoryHandle {
  return handle.kind === 'directory';
}

function isFile(handle: FileSystemHandle): handle is FileSystemFileHandle {
  return handle.kind === 'file';
}
