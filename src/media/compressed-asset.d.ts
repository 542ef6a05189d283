/** A file that the build compressed with gzip. */
declare module '*?compressed' {
  export const url: string;
  export const compressedBytes: number;
  /** Hex SHA-256 of the compressed file. */
  export const sha256: string;
}
