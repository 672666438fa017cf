import { replaceFormulas, type Formula, type TextKind } from './findFormulas.ts';

type Written = Pick<Formula, 'latex' | 'isDisplay'>;

/** Writes a formula between `\(` and `\)`, or between `\[` and `\]`. */
export const withBackslashes = ({ latex, isDisplay }: Written): string => (isDisplay ? `\\[${latex}\\]` : `\\(${latex}\\)`);

/** Writes the formulas of a text in the notation of MathJax, which Anki and Moodle read. */
export const forMathJax = (text: string): string => replaceFormulas(text, withBackslashes);

/** Writes the formulas of Markdown between dollar signs, for other programs. A formula that contains a dollar sign stays unchanged. */
export const withDollars = (markdown: string, kind: TextKind = { isMarkdown: true }): string =>
  replaceFormulas(
    markdown,
    ({ source, latex, isDisplay, end }) => {
      if (latex.includes('$') || (!isDisplay && /^\d/.test(markdown.slice(end, end + 1)))) return source;
      return isDisplay ? `$$${latex}$$` : `$${latex}$`;
    },
    kind,
  );
