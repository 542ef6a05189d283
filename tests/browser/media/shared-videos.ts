import { commands } from 'vitest/browser';

/** A file of ../shared as a File on the disk, such as a person picks. */
export async function sharedFile(path: string): Promise<File> {
  const input = document.createElement('input');
  input.type = 'file';
  input.id = 'shared-file';
  document.body.append(input);
  try {
    await commands.pickShared(path, '#shared-file');
    const file = input.files?.[0];
    if (file === undefined) throw new Error(`${path} was not picked`);
    return file;
  } finally {
    input.remove();
  }
}

/** The rows of a table with a header, as column name to cell; undefined where ../shared is not there. */
export async function sharedTable(path: string): Promise<readonly Readonly<Record<string, string>>[] | undefined> {
  const text = await commands.readSharedText(path);
  if (text === undefined) return undefined;
  const [header = '', ...lines] = text.split(/\r?\n/).filter((line) => line !== '');
  const names = header.split('\t');
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, index) => [names[index] ?? '', cell])));
}
