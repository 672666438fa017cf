/** The `generatedBy` of a quiz or deck that the learner wrote. In a file of its own, because every page loads it. */
export const writtenByLearner = 'learner';
