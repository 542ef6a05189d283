// Holds the built site to its weight budgets.
import { weighSite } from './site-weight.mjs';

/** Compressed script and style that the start page needs. */
const FIRST_PAGE_KILOBYTES = 150;
/** Some static hosts take no larger file. */
const LARGEST_FILE_MEGABYTES = 25;

const { firstPageKilobytes, largestFile, largestMegabytes } = await weighSite();
console.log(`first page: ${firstPageKilobytes.toFixed(1)} kB compressed (at most ${FIRST_PAGE_KILOBYTES})`);
console.log(`largest file: ${largestFile}, ${largestMegabytes.toFixed(1)} MB (at most ${LARGEST_FILE_MEGABYTES})`);
if (firstPageKilobytes > FIRST_PAGE_KILOBYTES || largestMegabytes > LARGEST_FILE_MEGABYTES) process.exitCode = 1;
