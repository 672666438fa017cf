import type { QuizQuestion } from '@lectern/contracts';
import { forMathJax, hasFormula } from '@lectern/contracts/formulas';
import { escapeXml } from '../xml.ts';
import { sourceWords } from '../sourceWords.ts';

/** Normalises line breaks and spaces, and removes control characters. */
export const asGiftText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\s)\p{Cc}/gu, '')
    .replace(/[^\S\n]+/g, ' ')
    .trim();

/** Escapes GIFT's special characters. A line break is written as "\n". */
const escaped = (text: string): string =>
  asGiftText(text)
    .replace(/[\\~=#{}:]/g, '\\$&')
    .replaceAll('\n', '\\n');

/**
 * Escapes a text within braces. GIFT cannot escape "->", which separates pairs to match. A text that begins like a weight, `%50%`, or a
 * format, `[html]`, gets an explicit format, so that neither is interpreted.
 */
const escapedAnswer = (text: string): string => {
  const answer = escaped(text.replaceAll('->', '→'));
  return /^[%[]/.test(answer) ? `[plain]${answer}` : answer;
};

/** Weights of several right options add up to 100 percent, with Moodle's five decimals. */
const weightOf = (right: number): string => `~%${String(Number((100 / right).toFixed(5)))}%`;

const asHtml = (text: string): string => asGiftText(escapeXml(forMathJax(text).toWellFormed())).replaceAll('\n', '<br>');

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
 * Writes questions in GIFT, Moodle's text format. Rationales are the feedback of options; explanation and source are the general feedback.
 * Texts are plain, so that tags are shown literally, unless the question has formulas: Moodle only draws them in HTML.
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
