/** Generates study content in threads. A process that only starts these tasks imports this entry, which loads no engine. */
export { ContentError, createContentWorkers, isLargeTask } from './createContentWorkers.ts';
export type { ContentWorkers, ModelRunOptions, ModelTask } from './createContentWorkers.ts';
export { placePictures } from './styles/placePictures.ts';
export type { ContentFailure, ContentResult, ContentResults, ContentTask } from './contentTasks.ts';
export type { WrongAnswer } from './ask/explainOption.ts';
export type { DroppedItem } from './StudyContentEngine.ts';
export type { OpenaiSettings } from './engines/model/openaiEngine.ts';
