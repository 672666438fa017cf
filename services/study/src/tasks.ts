/** The tasks of study's threads, one per exported function; see `createTaskThreads`. */
export { exportDeckText, exportQuiz } from '@lectern/exchange';
export { writePackage } from './decks/writePackage.ts';
