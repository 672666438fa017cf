/** The tasks of study's threads. Each exported function is one; see `createTaskThreads`. */
export { exportDeckText, exportQuiz } from '@lectern/exchange';
export { writePackage } from './decks/writePackage.ts';
