import { findFormulas, FormulaWords } from '@lectern/contracts/formulas';
import type { Node, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** A parsed text. Formulas are placeholders in it, as where a guide is shown. */
export interface ParsedMarkdown {
  tree: Root;
  words: FormulaWords;
  /** Where a node starts and ends in the text. */
  rangeOf: (node: Node) => { start: number; end: number };
}

const placeholderLength = (hidden: string, at: number): number => hidden.indexOf(hidden.charAt(at), at + 1) + 1 - at;

/** Returns a function from an index in the text with placeholders to the index in the text with formulas. */
const positionsIn = (text: string, hidden: string): ((at: number) => number) => {
  if (text === hidden) return (at) => at;
  /** Where each formula ends, in both texts. */
  const ends: { hidden: number; text: number }[] = [];
  let at = { hidden: 0, text: 0 };
  for (const { start, end } of findFormulas(text, { isMarkdown: true })) {
    const from = at.hidden + start - at.text;
    at = { hidden: from + placeholderLength(hidden, from), text: end };
    ends.push(at);
  }
  return (position) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.hidden ?? Infinity) <= position) low = middle + 1;
      else high = middle;
    }
    const last = ends[low - 1];
    return last ? last.text + position - last.hidden : position;
  };
};

const mark = '\ufeff';

/** Parses Markdown with tables, task lists and footnotes, as it is parsed where a guide is shown. */
export const parseMarkdown = (text: string): ParsedMarkdown => {
  // The parser skips a byte order mark without counting it.
  const skipped = text.startsWith(mark) ? 1 : 0;
  const plain = text.slice(skipped);
  const words = new FormulaWords();
  const hidden = words.hide(plain, { isMarkdown: true });
  const tree = fromMarkdown(hidden, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const positionOf = positionsIn(plain, hidden);
  return {
    tree,
    words,
    rangeOf: ({ position }) => ({
      start: skipped + positionOf(position?.start.offset ?? 0),
      end: skipped + positionOf(position?.end.offset ?? 0),
    }),
  };
};
