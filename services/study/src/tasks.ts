/** The tasks of study's threads: what grows with a deck or quiz. Each exported function is one; see `createTaskThreads`. */
export { exportDeckText, exportQuiz } from '@lectern/exchange';
export { writePackage } from './domain/writePackage.ts';
