/** Whether a file of this path below the root may hold sentences for people that are translated. */
export function isTranslated(file: string): boolean {
  return /^src\/ui\/.*\.(?:ts|svelte)$/.test(file) && !file.endsWith('.d.ts');
}
