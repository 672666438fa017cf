export { ContentError, createContentWorkers, isLargeTask } from './createContentWorkers.ts';
export type { ContentWorkers } from './createContentWorkers.ts';
export type { CardOptions, DraftCard, DraftQuestion, EngineOptions, Guide, QuizOptions, StudyContentEngine } from './StudyContentEngine.ts';
export { checkCard, checkGuide, checkQuestion } from './gate/checks.ts';
export { generateCards, generateGuide, generateQuiz, TooLittleMaterialError } from './generate.ts';
export { offlineEngine } from './engines/offline/offlineEngine.ts';
export { shuffleOptions } from './shuffleOptions.ts';
export type { ContentFailure, ContentResult, ContentTask } from './worker.ts';
export type { OpenaiSettings } from './engines/model/openaiEngine.ts';
