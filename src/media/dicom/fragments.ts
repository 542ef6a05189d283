import { clipError } from '../clip-errors.ts';

const ITEM = 0xe000fffe;
const END = 0xe0ddfffe;

/**
 * The frames of encapsulated pixel data (DICOM PS3.5, A.4): an offset table, then fragments, each with its length. Frames of
 * several fragments begin where the offset table says, or else where a fragment begins as a picture does.
 * @param offset of the offset table's item
 */
export async function readFragments(blob: Blob, offset: number, frameCount: number): Promise<readonly Blob[]> {
  const fragments: { readonly at: number; readonly data: Blob }[] = [];
  let table: readonly number[] | undefined;
  let at = offset;
  while (at + 8 <= blob.size) {
    const head = new DataView(await blob.slice(at, at + 8).arrayBuffer());
    const tag = head.getUint32(0, true);
    const length = head.getUint32(4, true);
    if (tag === END) break;
    if (tag !== ITEM) throw clipError('The DICOM file is damaged within its pictures: export it again.');
    const data = blob.slice(at + 8, at + 8 + length);
    if (table === undefined) table = await offsetsOf(data.slice(0, 4 * frameCount));
    else fragments.push({ at, data });
    at += 8 + length;
  }
  const [first] = fragments;
  if (first === undefined) throw clipError('The DICOM file holds no frame: export the cine loop again.');
  if (frameCount === 1) return [new Blob(fragments.map(({ data }) => data))];
  if (fragments.length === frameCount) return fragments.map(({ data }) => data);
  const starts = new Set((table ?? []).map((start) => start + first.at));
  const groups: Blob[][] = [];
  for (const { at: place, data } of fragments) {
    const begins = starts.size > 1 ? starts.has(place) : await beginsPicture(data);
    const last = groups.at(-1);
    if (begins || last === undefined) groups.push([data]);
    else last.push(data);
  }
  return groups.map((group) => new Blob(group));
}

async function offsetsOf(table: Blob): Promise<readonly number[]> {
  const view = new DataView(await table.arrayBuffer());
  return Array.from({ length: Math.floor(view.byteLength / 4) }, (_, index) => view.getUint32(index * 4, true));
}

/** JPEG of every kind, or a JPEG 2000 code stream. */
async function beginsPicture(data: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await data.slice(0, 2).arrayBuffer());
  return first === 0xff && (second === 0xd8 || second === 0x4f);
}
