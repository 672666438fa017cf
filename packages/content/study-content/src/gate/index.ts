/** Rules of the gate that the evaluation reuses, so that no phrase list exists twice. */
export { listAround } from './frames.ts';
export { areOfDifferentKinds, frameOf, hasGrammarCue, isFiller, pointsAtOptions } from './options.ts';
export { isSameCard, weaknessesOf, weaknessesOfCard } from './repeats.ts';
export { isUnmarkedNegative, refersToUnseen } from './wording.ts';
export { areNumeric } from '../questionOptions.ts';
export { looksApplied } from '../text/appliedQuestions.ts';
export { isCredit } from '../text/lineForms.ts';
export { coverage, wordsIn } from '../text/wordMatching.ts';
export { contentStems, fold, likeness, shared, wordsOf } from '../text/words.ts';
