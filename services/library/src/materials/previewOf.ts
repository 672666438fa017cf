import { FormulaWords } from '@lectern/contracts/formulas';

const length = 150;

/** Markdown as plain text, without the symbols of headings, lists, emphasis, links, tables and code. */
export const withoutMarkdown = (markdown: string): string =>
  markdown
    .replace(/^[ \t]*(?:```|~~~).*/gm, ' ')
    .replace(/!\[[^[\]]*\]\(picture:[^()]*\)/g, ' ')
    // A citation's number is a mark, and would stand alone between two sentences.
    .replace(/ ?\[\d+\]\(#[^()\s]*\)/g, '')
    .replace(/!?\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '$1')
    .replace(/^[ \t]*(?:\|[ \t]*)?(?::?-{2,}:?[ \t]*\|[ \t]*)+(?::?-{2,}:?[ \t]*)?$/gm, ' ')
    .replace(/^[ \t]*(?:[-*_][ \t]*){3,}$/gm, ' ')
    .replace(/^\s{0,3}(#{1,6}|>|[-*+]|\d+[.)])\s+/gm, '')
    // An escaped symbol is text.
    .replace(/\\([!-/:-@[-`{-~])|[*_`~|]/g, (_symbol, escaped?: string) => escaped ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * The preview of a guide in lists: the first 150 characters of the markdown without
 * its symbols and an ellipsis, else the overview, else a sentence.
 */
export function previewOf(markdown: string, overview: string): string {
  // Formulas keep their signs, and lose the marks around them.
  const formulas = new FormulaWords();
  const hidden = formulas.hide(markdown.slice(0, 4_000), { isMarkdown: true });
  const words = formulas.show(withoutMarkdown(hidden), ({ latex }) => latex);
  if (words) return `${[...words].slice(0, length).join('').trimEnd()}...`;
  return overview || 'No description available';
}
