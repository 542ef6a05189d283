export { createPermalinks } from './create-permalinks.ts';
export { readPermalink, writePermalink } from './permalink.ts';
