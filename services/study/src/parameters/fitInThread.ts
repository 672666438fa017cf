export { fitInProcess as fitInThread } from './fitInProcess.ts';
