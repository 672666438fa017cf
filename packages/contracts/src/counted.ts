/** Made when the first number is written: it loads locale data. */
let rules: Intl.PluralRules | undefined;

/**
 * A number with its noun: '1 card', '1,200 cards', '0 quizzes'.
 *
 * @param many the plural, if it is not the singular with an s
 */
export const counted = (count: number, one: string, many = `${one}s`): string => {
  rules ??= new Intl.PluralRules('en');
  return `${count.toLocaleString('en')} ${rules.select(count) === 'one' ? one : many}`;
};
