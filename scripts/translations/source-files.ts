/** What is said to a model or written into files, whatever the reader's language. */
const NEVER =
  /^src\/(?:main\.ts|start\.ts|language\/|domain\/(?:protocol|extraction|statistics|outcome|baselines|run)\/|share\/(?:csv\.ts|upstream\/)|.*\.d\.ts$|.*-worker\.ts$|platform\/service-worker\/)/;
/** Files outside the pages whose words and parts of sentences are for people too. */
const WORDY =
  /^src\/(?:ui\/|domain\/report\/shortcut-report\.ts|domain\/clip\/source-check\.ts|app\/doctor\/doctor\.ts)/;

/** Whether a file of this path below the root may hold sentences for people that are translated. */
export function isTranslated(file: string): boolean {
  return /^src\/.*\.(?:ts|svelte)$/.test(file) && !NEVER.test(file);
}

/** Whether single words and parts of sentences in its code are for people, and not for the code. */
export function isWordy(file: string): boolean {
  return WORDY.test(file);
}
