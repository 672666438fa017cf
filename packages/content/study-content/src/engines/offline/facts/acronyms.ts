import { placeOf } from '@lectern/contracts/plain';
import { fold, withoutStop, wordCount } from '../../../text/words.ts';
import type { Acronym } from './Fact.ts';
import type { UsablePassage } from '../statements.ts';
import { isReference } from '../statements.ts';

const idle = new Set(['of', 'and', 'for', 'the', 'in', 'on', 'to', 'a', 'an', 'with', 'by']);

/** How many characters before an abbreviation are searched for its long form. */
const maxDistance = 400;

/** Finds the words at the end of `before` whose initials spell the abbreviation. Small words may be skipped. */
function longForm(before: string, short: string): string | undefined {
  const letters = short
    .replace(/s$/, '')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();
  // Drop the word that was cut.
  const words = before.slice(-maxDistance).trim().split(/\s+/);
  if (before.length > maxDistance) words.shift();
  for (let count = 2; count <= Math.min(words.length, letters.length + 4); count += 1) {
    const taken = words.slice(-count);
    if (!/\p{L}/u.test(taken[0] ?? '') || idle.has((taken[0] ?? '').toLowerCase()) || /[.;:,]$/.test(taken.slice(0, -1).join(' ')))
      continue;
    const parts = taken
      .flatMap((word) => word.split(/[-/]/))
      .map((word) => word.replace(/[^\p{L}]/gu, '').toLowerCase())
      .filter(Boolean);
    const all = parts.map((word) => word[0]).join('');
    const heavy = parts
      .filter((word) => !idle.has(word))
      .map((word) => word[0])
      .join('');
    if (all === letters || heavy === letters) return taken.join(' ').replace(/^["“(⁰¹²³⁴-⁹]+|(?<!["”),.])["”),.]+$/g, '');
  }
  return undefined;
}

/** An abbreviation followed by its long form: "DHCP – dynamic host configuration protocol". */
const spelledBehind = /^(\p{Lu}[\p{Lu}\p{N}]{1,7})\s*(?:[–—:=-]|is|stands for)\s+(\P{L}{0,2}\p{L}[^.;:]{3,80})$/u;

/** Parses a line that is nothing but an abbreviation with its long form. */
export function spelledOut(line: string): { short: string; long: string } | undefined {
  const [, short = '', written = ''] = spelledBehind.exec(withoutStop(line)) ?? [];
  const long = short === '' ? undefined : longForm(written, short);
  return long !== undefined && wordCount(long) === wordCount(written) ? { short, long } : undefined;
}

/** Finds abbreviations that the material spells out: "Institutional Review Board (IRB)", "IRB stands for …". */
export function acronymsOf(passages: UsablePassage[]): Acronym[] {
  const seen = new Set<string>();
  return passages.flatMap(({ passage, topic, index }): Acronym[] => {
    const { text, pointer } = passage;
    if (isReference(text)) return [];
    const line = spelledOut(text);
    const pairs: [short: string, long: string | undefined, quote: string][] = [
      ...(line ? [[line.short, line.long, text] satisfies [string, string, string]] : []),
      ...[...text.matchAll(/\((\p{Lu}[\p{L}\p{N}-]{1,8})\)/gu)].map((match): [string, string | undefined, string] => {
        const short = match[1] ?? '';
        const long =
          (short.match(/\p{Lu}/gu)?.length ?? 0) >= 2 ? longForm(text.slice(0, match.index).split(/[()]/).at(-1) ?? '', short) : undefined;
        return [short, long, long === undefined ? '' : `${text.slice(text.lastIndexOf(long, match.index), match.index + match[0].length)}`];
      }),
      ...[
        ...text.matchAll(
          /\b(\p{Lu}[\p{Lu}\p{N}-]{1,8}) stands for ((?:\p{Lu}[\p{L}-]*|of|and|for|the|in)(?:\s(?:\p{Lu}[\p{L}-]*|of|and|for|the|in)){0,8})/gu,
        ),
      ].map((match): [string, string | undefined, string] => {
        const spelled = (match[2] ?? '').replace(/\s(and|of|for|the|in)(\s\p{Lu}{2,})?$/u, '');
        return [match[1] ?? '', longForm(spelled, match[1] ?? '') ?? (wordCount(spelled) >= 2 ? spelled : undefined), match[0]];
      }),
    ];
    return pairs.flatMap(([short, long, quote]) => {
      if (long === undefined || wordCount(long) < 2 || seen.has(fold(short)) || !text.includes(quote)) return [];
      seen.add(fold(short));
      return [{ type: 'acronym', short, long, topic, place: placeOf(pointer), index, source: { pointer, quote } }];
    });
  });
}
