import type {
  AttachReport,
  PickedFile,
  RememberedFolder,
  SourceDesk,
  SourceFile,
  SourceHolding,
  SourcePlace,
  SourcePlaceStore,
} from '../app/index.ts';
import { SonoscoreError } from '../app/index.ts';
import type { Benchmark, Video } from '../domain/benchmark/index.ts';
import { abortError, isAbort } from './clip-errors.ts';
import { permissionOf, videoFilesUnder } from './file-system-access.ts';
import { KeptCopies } from './kept-copies.ts';
import { openSourceAddress, parseSourceAddress } from './source-addresses.ts';
import type { MediaLibrary } from './source-library.ts';
import { findingsOf, type Held, scopeOf } from './source-slots.ts';

export interface SourceDeskOptions {
  readonly library: MediaLibrary;
  readonly places: SourcePlaceStore;
  readonly newId: () => string;
  /** Asks for a folder; undefined where this browser cannot. Default: the browser's own picker. */
  readonly pickFolder?: (() => Promise<FileSystemDirectoryHandle>) | undefined;
}

type Folder = Extract<SourcePlace, { readonly kind: 'folder' }>;

/** What is held for the source videos and how it is found again. */
export function createSourceDesk(options: SourceDeskOptions): SourceDesk {
  const { library, places, newId } = options;
  const { slots } = library;
  const copies = new KeptCopies();
  const pickFolder = 'pickFolder' in options ? options.pickFolder : browserPicker();

  const placesOf = async <K extends SourcePlace['kind']>(kind: K) =>
    (await places.list()).filter((place): place is Extract<SourcePlace, { readonly kind: K }> => place.kind === kind);

  const folderOf = async (id: string): Promise<Folder> => {
    const found = (await placesOf('folder')).find((folder) => folder.id === id);
    if (found === undefined) throw mistake('This folder is not remembered any more: choose it again.');
    return found;
  };

  const attachFolder = async (
    { handle }: Pick<Folder, 'handle'>,
    benchmark: Benchmark,
    signal: AbortSignal,
  ): Promise<AttachReport> => {
    const found = await videoFilesUnder(handle, signal);
    const files: PickedFile[] = [];
    for (const { path, handle: file } of found) {
      if (signal.aborted) throw abortError();
      files.push({ path, blob: await file.getFile() });
    }
    return library.attach(benchmark, files, signal, 'folder');
  };

  const attachCopies = async (benchmark: Benchmark, signal: AbortSignal): Promise<void> => {
    for (const copy of await placesOf('copy')) {
      const blob = await copies.read(copy.id);
      if (blob === undefined) await places.delete(copy.id);
      else await library.attach(benchmark, [{ path: copy.path, blob }], signal, 'copy');
    }
  };

  const heldAddress = (benchmark: Benchmark, sourceKey: string, url: string): Held => ({
    id: library.newId(),
    sourceKey,
    scope: scopeOf(benchmark, sourceKey),
    videoKey: undefined,
    name: url,
    byteCount: undefined,
    place: 'address',
    certainty: 'by-hand',
    look: undefined,
    accepted: false,
    offsetSeconds: 0,
    blob: new Blob(),
    chosen: false,
  });

  const lookAt = async (source: SourceFile, signal: AbortSignal): Promise<Held['look']> => {
    const { OpenedSource } = await import('./opened-source.ts');
    const seen = await OpenedSource.open(source, library.options.fetch, signal);
    seen.dispose();
    return seen.look;
  };

  /** What lies at a remembered address may have changed. One that does not answer says so where clips are cut. */
  const checkAddress = async (held: Held, signal: AbortSignal): Promise<void> => {
    try {
      const source = await library.open(held, signal);
      const look = await lookAt(source, signal);
      change(held.id, { look, byteCount: source.remote?.sizeBytes });
    } catch (error) {
      if (isAbort(error)) throw error;
    }
  };

  const change = (id: string, what: Partial<Held>): Held | undefined => {
    const held = slots.get(id);
    if (held === undefined) return undefined;
    const changed = { ...held, ...what };
    slots.replace(id, changed);
    return changed;
  };

  return {
    holdings: (benchmark) => {
      const keys = new Set(benchmark.sourceVideos.map(({ key }) => key));
      return slots
        .all()
        .filter(({ sourceKey, scope }) => keys.has(sourceKey) && scope === scopeOf(benchmark, sourceKey))
        .map((held) => holding(held, benchmark, slots.isUsed(held)));
    },
    use: (id) => void change(id, { chosen: true }),
    accept: (id) => void change(id, { accepted: true }),
    holdAs: (id, video: Video | undefined) => {
      const said = { videoKey: video?.key, offsetSeconds: video?.startSeconds ?? 0 };
      const changed = change(id, { ...said, certainty: 'by-hand', chosen: true, accepted: false });
      if (changed !== undefined && changed.place !== 'address') void library.rememberByHand(changed);
    },
    remove: async (id) => {
      const held = slots.get(id);
      if (held === undefined) return () => Promise.resolve();
      slots.remove(id);
      const address = (await placesOf('address')).find(
        ({ url, sourceKey }) => held.place === 'address' && url === held.name && sourceKey === held.sourceKey,
      );
      if (address !== undefined) await places.delete(address.id);
      return async () => {
        slots.add(held, undefined);
        if (address !== undefined) await places.put(address);
      };
    },

    addAddress: async (benchmark, source, address, signal) => {
      const { url, mayBeStored } = parseSourceAddress(address);
      const { fetch, relay } = library.options;
      const { source: opened, viaRelay } = await openSourceAddress(url, relay?.(), fetch, signal);
      let look: Held['look'];
      try {
        look = await lookAt(opened, signal);
      } catch (error) {
        if (isAbort(error) || error instanceof SonoscoreError) throw error;
        throw mistake(
          'There is a file at this address, but no video that can be read by parts: download it and attach the file.',
        );
      }
      const held = { ...heldAddress(benchmark, source.key, url), byteCount: opened.remote?.sizeBytes, look };
      slots.add(held, benchmark);
      slots.replace(held.id, { ...held, chosen: true });
      if (mayBeStored) {
        const id = `address ${benchmark.digest} ${source.key}`;
        await places.put({ kind: 'address', id, digest: benchmark.digest, sourceKey: source.key, url });
      }
      return { remembered: mayBeStored, viaRelay };
    },

    restore: async (benchmark, signal) => {
      const addresses: Held[] = [];
      for (const { digest, sourceKey, url } of await placesOf('address')) {
        if (digest !== benchmark.digest) continue;
        const held = heldAddress(benchmark, sourceKey, url);
        slots.add(held, benchmark);
        addresses.push(held);
      }
      // Its server may be slow, or gone: what lies on this computer does not wait for it.
      const checked = Promise.all(addresses.map((held) => checkAddress(held, signal)));
      checked.catch(() => undefined);
      await attachCopies(benchmark, signal);
      for (const folder of await placesOf('folder')) {
        try {
          if ((await permissionOf(folder.handle, false)) === 'granted') await attachFolder(folder, benchmark, signal);
        } catch (error) {
          // A folder that was moved is told where folders are listed.
          if (isAbort(error)) throw error;
        }
      }
      await checked;
    },

    remembersFolders: pickFolder !== undefined,
    folders: async () => {
      const all = await placesOf('folder');
      return Promise.all(all.map(async ({ id, name, handle }) => ({ id, name, state: await stateOf(handle) })));
    },
    rememberFolder: async (benchmark, signal, dropped) => {
      let handle = dropped;
      try {
        handle ??= await pickFolder?.();
      } catch (error) {
        if (isAbort(error)) return undefined;
        throw error;
      }
      if (handle === undefined) return undefined;
      const known = await placesOf('folder');
      const same = await Promise.all(known.map((folder) => folder.handle.isSameEntry(handle)));
      if (!same.includes(true)) await places.put({ kind: 'folder', id: newId(), name: handle.name, handle });
      return attachFolder({ handle }, benchmark, signal);
    },
    reopenFolder: async (id, benchmark, signal) => {
      const folder = await folderOf(id);
      if ((await permissionOf(folder.handle, true)) !== 'granted') return undefined;
      try {
        return await attachFolder(folder, benchmark, signal);
      } catch (error) {
        if (isAbort(error)) throw error;
        throw mistake(
          `The folder “${folder.name}” cannot be read: check that it is still where it was, or choose it again.`,
        );
      }
    },
    forgetFolder: (id) => places.delete(id),

    keepsCopies: KeptCopies.isPossible,
    copies: () => placesOf('copy'),
    keepCopy: async (id, signal, onProgress) => {
      const held = slots.get(id);
      if (held === undefined || held.place === 'address') return;
      const copyId = newId();
      await copies.keep(copyId, held.blob, signal, onProgress);
      await places.put({ kind: 'copy', id: copyId, path: held.name, byteCount: held.blob.size });
      const blob = await copies.read(copyId);
      if (blob !== undefined) change(id, { blob, place: 'copy' });
    },
    deleteCopy: async (id) => {
      const copy = (await placesOf('copy')).find((place) => place.id === id);
      for (const held of slots.all()) {
        if (held.place === 'copy' && held.name === copy?.path && held.byteCount === copy.byteCount)
          slots.remove(held.id);
      }
      await copies.delete(id);
      await places.delete(id);
    },
  };
}

async function stateOf(handle: FileSystemDirectoryHandle): Promise<RememberedFolder['state']> {
  try {
    return (await permissionOf(handle, false)) === 'granted' ? 'open' : 'ask';
  } catch {
    return 'gone';
  }
}

function holding(held: Held, benchmark: Benchmark, used: boolean): SourceHolding {
  const { id, sourceKey, videoKey, name, byteCount, place, certainty, look, accepted } = held;
  const findings = findingsOf(held, benchmark);
  return { id, sourceKey, videoKey, name, byteCount, place, certainty, look, accepted, findings, used };
}

function browserPicker(): SourceDeskOptions['pickFolder'] {
  if (window.showDirectoryPicker === undefined) return undefined;
  return async () => {
    const handle = await window.showDirectoryPicker?.({ id: 'source-videos', mode: 'read' });
    if (handle === undefined) throw abortError();
    return handle;
  };
}

function mistake(message: string): SonoscoreError {
  return new SonoscoreError({ kind: 'bad-request', retryable: false, message });
}
