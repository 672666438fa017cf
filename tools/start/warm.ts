import { pathToFileURL } from 'node:url';

/**
 * Loads files once, so that they are in Node's compile cache: with it a process starts in half the time and needs some
 * 30 MB less memory.
 */
for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href);
