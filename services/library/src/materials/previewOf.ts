import { FormulaWords } from '@lectern/contracts/formulas';

const length = 150;

/** Converts Markdown to plain text, without the symbols of headings, lists, emphasis, links, tables and code. */
export const withoutMarkdown = (markdown: string): string =>
  markdown
    .replace(/^[ \t]*(?:```|~~~).*/gm, ' ')
    .replace(/!\[[^[\]]*\]\(picture:[^()]*\)/g, ' ')
    // The number of a citation would be left over between two sentences.
    .replace(/ ?\[\d+\]\(#[^()\s]*\)/g, '')
    .replace(/!?\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '$1')
    .replace(/^[ \t]*(?:\|[ \t]*)?(?::?-{2,}:?[ \t]*\|[ \t]*)+(?::?-{2,}:?[ \t]*)?$/gm, ' ')
    .replace(/^[ \t]*(?:[-*_][ \t]*){3,}$/gm, ' ')
    .replace(/^\s{0,3}(#{1,6}|>|[-*+]|\d+[.)])\s+/gm, '')
    // "**Bold**: text" has no space before its colon.
    .replace(/(?<![\\*_`~])[*_`~]+(?=[:;,.!?)])/g, '')
    // An escaped symbol is text.
    .replace(/\\([!-/:-@[-`{-~])|[*_`~|]/g, (_symbol, escaped?: string) => escaped ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Returns the preview of a guide in lists: the first 150 characters of the Markdown without symbols and an ellipsis, or else the overview, or
 * else a sentence.
 */
export function previewOf(markdown: string, overview: string): string {
  // Formulas keep their signs, and lose their delimiters.
  const formulas = new FormulaWords();
  const hidden = formulas.hide(markdown.slice(0, 4_000), { isMarkdown: true });
  const words = formulas.show(withoutMarkdown(hidden), ({ latex }) => latex);
  if (words) return `${[...words].slice(0, length).join('').trimEnd()}...`;
  return overview || 'No description available';
}
