/** A file to fetch, and how to know it. */
export interface ListedFile {
  /** From the repository's root. */
  readonly path: string;
  readonly sizeBytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** Lines of path, bytes and hex SHA-256 with tabs between. */
export function readManifest(text: string): readonly ListedFile[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [path = '', size = '', sha256 = ''] = line.split('\t');
      return { path, sizeBytes: Number(size), sha256 };
    });
}
