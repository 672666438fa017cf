import { replaceFormulas, type Formula, type TextKind } from './findFormulas.ts';

type Written = Pick<Formula, 'latex' | 'isDisplay'>;

/** A formula between `\(` and `\)`, or between `\[` and `\]`. */
export const withBackslashes = ({ latex, isDisplay }: Written): string => (isDisplay ? `\\[${latex}\\]` : `\\(${latex}\\)`);

/** The formulas of a text in the notation of MathJax, which Anki and Moodle read. */
export const forMathJax = (text: string): string => replaceFormulas(text, withBackslashes);

/** The formulas of a Markdown file between dollar signs, as other programs read them. A formula that has one itself stays as it is. */
export const withDollars = (markdown: string, kind: TextKind = { isMarkdown: true }): string =>
  replaceFormulas(
    markdown,
    ({ source, latex, isDisplay, end }) => {
      if (latex.includes('$') || (!isDisplay && /^\d/.test(markdown.slice(end, end + 1)))) return source;
      return isDisplay ? `$$${latex}$$` : `$${latex}$`;
    },
    kind,
  );
