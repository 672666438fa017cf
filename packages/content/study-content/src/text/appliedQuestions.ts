import type { DifficultyLevel } from '@lectern/contracts';

const applied = /\b(nclex|applied|application|case[- ]?based|case stud|clinical|scenario|vignette|problem)/i;

/** Whether a learner wishes for questions above recall: cases, comparisons, next steps. */
export const asksForApplied = ({
  difficultyLevel,
  stylePreference = '',
}: {
  difficultyLevel?: DifficultyLevel;
  stylePreference?: string;
}): boolean => difficultyLevel === 'hard' || applied.test(stylePreference);

const recall = /\b(recall|memori[sz]\w*|definitions?|terms?|vocabulary|facts?|basics?)\b/i;

/** Whether a model's quiz is to have questions above recall: always, unless the learner asks for recall. */
export const wantsApplied = (options: { difficultyLevel?: DifficultyLevel; stylePreference?: string }): boolean =>
  asksForApplied(options) || (options.difficultyLevel !== 'easy' && !recall.test(options.stylePreference ?? ''));

/** The least share of questions above recall where a quiz is to have some. */
const leastApplied = 0.4;

/** How many of so many questions have to be above recall. */
export const appliedOf = (count: number): number => Math.ceil(count * leastApplied);

/** Forms of English questions above recall: a case that is told first, a comparison, the next step. */
const forms: readonly RegExp[] = [
  /[.!]["”’)]?\s+\p{Lu}[^?]*\?/u,
  /\b(compared?|comparison|differs?|difference|distinguish\w*|unlike|rather than|than|both|versus|contrast\w*|apart|in common)\b/i,
  /\b(first|next|then|priority|before|after|immediately|once|when|if|suppose|would|should|advise|conclude|predict|follows?)\b/i,
];

/** Whether an English question has the form of one above recall. */
export const looksApplied = (question: string): boolean => forms.some((form) => form.test(question));
