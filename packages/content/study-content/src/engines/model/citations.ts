import type { Citation, Source } from '@lectern/contracts';
import type { Cited } from './answers.ts';

/** Converts the model's citation. An unknown passage number yields an invalid pointer, which the gate refuses. */
export function citationOf(source: Source, { passage: number, quote }: Cited): Citation {
  const passage = source.passages[number - 1];
  return passage
    ? { pointer: passage.pointer, quote: repairQuote(passage.text, quote) ?? quote }
    : { pointer: { kind: 'text', paragraph: Number.MAX_SAFE_INTEGER }, quote };
}

const folded = (character: string): string => {
  if (/[“”„‟«»″"]/u.test(character)) return '"';
  if (/[‘’‚‛′`´']/u.test(character)) return "'";
  if (/[‐‑‒–—―−-]/u.test(character)) return '-';
  return /\s/u.test(character) ? ' ' : character;
};

/** Folds characters and keeps their indexes; collapses white space. */
function fold(text: string): { text: string; indexes: number[] } {
  let plain = '';
  const indexes: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = folded(text[at] ?? '');
    if (character === ' ' && (plain === '' || plain.endsWith(' '))) continue;
    plain += character;
    indexes.push(at);
  }
  return { text: plain, indexes };
}

/**
 * Finds a model's quote in a passage, ignoring differences in white space, quotation marks and dashes.
 *
 * @returns the quote as written in the passage; `undefined` if it differs otherwise
 */
export function repairQuote(passage: string, quote: string): string | undefined {
  if (passage.includes(quote)) return quote;
  const target = fold(quote).text.trim();
  const { text, indexes } = fold(passage);
  const at = text.indexOf(target);
  const [from, to] = [indexes[at], indexes[at + target.length - 1]];
  return target === '' || at < 0 || from === undefined || to === undefined ? undefined : passage.slice(from, to + 1);
}
