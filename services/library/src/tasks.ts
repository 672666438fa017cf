/** The tasks of the library's threads, one per exported function; see `createTaskThreads`. */
export { exportMarkdown, plainPage, renderPage, writeMarkdown } from '@lectern/exchange';
export { findQuotes } from './materials/findQuotes.ts';
