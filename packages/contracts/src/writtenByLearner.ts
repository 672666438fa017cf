/** `generatedBy` of a quiz or deck that the learner wrote: no engine made it. A file of its own, because every page loads it. */
export const writtenByLearner = 'learner';
