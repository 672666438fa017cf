import type { DifficultyLevel } from '@lectern/contracts';

const applied = /\b(nclex|applied|application|case[- ]?based|case stud|clinical|scenario|vignette|problem)/i;

/** Whether the learner explicitly asks for questions above recall: cases, comparisons, next steps. */
export const asksForApplied = ({
  difficultyLevel,
  stylePreference = '',
}: {
  difficultyLevel?: DifficultyLevel;
  stylePreference?: string;
}): boolean => difficultyLevel === 'hard' || applied.test(stylePreference);

const recall = /\b(recall|memori[sz]\w*|definitions?|terms?|vocabulary|facts?|basics?)\b/i;

/** Whether a model's quiz should have questions above recall. True unless the learner asks for recall. */
export const wantsApplied = (options: { difficultyLevel?: DifficultyLevel; stylePreference?: string }): boolean =>
  asksForApplied(options) || (options.difficultyLevel !== 'easy' && !recall.test(options.stylePreference ?? ''));

/** The minimum share of questions above recall, if the quiz should have any. */
const minAppliedShare = 0.4;

/** The minimum number of questions above recall in a quiz of `count` questions. */
export const appliedOf = (count: number): number => Math.ceil(count * minAppliedShare);

/** English question forms above recall: a case before the question, a comparison, a next step. */
const forms: readonly RegExp[] = [
  /[.!]["”’)]?\s+\p{Lu}[^?]*\?/u,
  /\b(compared?|comparison|differs?|difference|distinguish\w*|unlike|rather than|than|both|versus|contrast\w*|apart|in common)\b/i,
  /\b(first|next|then|priority|before|after|immediately|once|when|if|suppose|would|should|advise|conclude|predict|follows?)\b/i,
];

/** Whether an English question has one of the forms above recall. */
export const looksApplied = (question: string): boolean => forms.some((form) => form.test(question));
