import type { QuizQuestion } from '@lectern/contracts';
import { forMathJax, hasFormula } from '@lectern/contracts/formulas';
import { escapeXml } from '../xml.ts';
import { sourceWords } from '../sourceWords.ts';

/** Text as GIFT can have it: one kind of line break, single spaces, no control characters. */
export const asGiftText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\s)\p{Cc}/gu, '')
    .replace(/[^\S\n]+/g, ' ')
    .trim();

/** Characters with a meaning in GIFT are escaped; a line break is written as "\n". */
const escaped = (text: string): string =>
  asGiftText(text)
    .replace(/[\\~=#{}:]/g, '\\$&')
    .replaceAll('\n', '\\n');

/**
 * A text within the braces. "->" means pairs to match there, and GIFT has no way to escape it. A text that begins like a weight, `%50%`, or like a
 * format, `[html]`, gets the name of its format, behind which neither has a meaning.
 */
const escapedAnswer = (text: string): string => {
  const answer = escaped(text.replaceAll('->', '→'));
  return /^[%[]/.test(answer) ? `[plain]${answer}` : answer;
};

/** Weights of several right options add up to 100 percent, with the five decimals that Moodle takes. */
const weightOf = (right: number): string => `~%${String(Number((100 / right).toFixed(5)))}%`;

/** A text of a question with formulas. */
const asHtml = (text: string): string => asGiftText(escapeXml(forMathJax(text).toWellFormed())).replaceAll('\n', '<br>');

/** A question whose texts are HTML. */
const withHtml = (question: QuizQuestion): QuizQuestion => ({
  ...question,
  question: asHtml(question.question),
  options: question.options.map((option) => ({ ...option, text: asHtml(option.text), rationale: asHtml(option.rationale) })),
});

const hasFormulas = ({ question, options, explanation }: QuizQuestion): boolean =>
  [question, explanation, ...options.flatMap(({ text, rationale }) => [text, rationale])].some(hasFormula);

const writeOptions = ({ options }: Pick<QuizQuestion, 'options'>): string[] => {
  const right = options.filter(({ isCorrect }) => isCorrect).length;
  return options.map(({ text, isCorrect, rationale }) => {
    const mark = !isCorrect ? '~' : right === 1 ? '=' : weightOf(right);
    return `\t${mark}${escapedAnswer(text)}${rationale === '' ? '' : `#${escapedAnswer(rationale)}`}`;
  });
};

/**
 * Questions in GIFT, the text format of Moodle: a rationale is the feedback of its option, explanation and source are the general feedback. Texts are
 * plain, so that a tag is shown as it is. Those of a question with formulas are HTML, because Moodle draws formulas in HTML only.
 *
 * @see https://docs.moodle.org/en/GIFT_format
 */
export const writeGift = (questions: readonly QuizQuestion[]): string =>
  questions
    .map((question, index) => {
      const isHtml = hasFormulas(question);
      const shown = isHtml ? withHtml(question) : question;
      const said = [question.explanation, sourceWords(question.source)].filter((text) => text !== '').join('\n');
      const feedback = isHtml ? asHtml(said) : said;
      return [
        `::Question ${String(index + 1)}::[${isHtml ? 'html' : 'plain'}]${escaped(shown.question)} {`,
        ...writeOptions(shown),
        ...(feedback === '' ? [] : [`\t####${escapedAnswer(feedback)}`]),
        '}',
        '',
      ].join('\n');
    })
    .join('\n');
