/** The tasks of the library's threads. Each exported function is one; see `createTaskThreads`. */
export { exportMarkdown, plainPage, renderPage, writeMarkdown } from '@lectern/exchange';
export { findQuotes } from './materials/findQuotes.ts';
