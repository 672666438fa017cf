/** Created on first use, because it loads locale data. */
let rules: Intl.PluralRules | undefined;

/**
 * Formats a number with its noun.
 *
 * @param many Defaults to the singular with an s.
 * @example
 * counted(1_200, 'card'); // '1,200 cards'
 * counted(0, 'quiz', 'quizzes'); // '0 quizzes'
 */
export const counted = (count: number, one: string, many = `${one}s`): string => {
  rules ??= new Intl.PluralRules('en');
  return `${count.toLocaleString('en')} ${rules.select(count) === 'one' ? one : many}`;
};
