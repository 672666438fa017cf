import type { Source } from '@lectern/contracts/plain';
import { estimateTokens } from '../engines/model/material.ts';
import { hasPromptInjection } from '../text/promptInjection.ts';
import { shownPlace } from '../text/pointers.ts';
import { asData } from './askingPrompts.ts';

export interface ShownMaterial {
  /** Passage indexes in the source, ascending. */
  indexes: readonly number[];
  /** The passages as lines of data. */
  text: string;
}

/** How many neighbours on either side of a found passage are included. */
const reach = 2;
/** Longer passages are cut around their quote. */
const maxShownLength = 4_000;

/** Cuts a long passage around its quote. */
const around = (text: string, quote: string): string => {
  const from = Math.max(0, text.indexOf(quote) - maxShownLength / 2);
  return text.length <= maxShownLength ? text : text.slice(from, from + maxShownLength);
};

/** Selects passages for a prompt: the whole source if it fits, otherwise found passages with their neighbours, best first. */
export function materialFor(source: Source, found: readonly { index: number; quote: string }[], maxTokens: number): ShownMaterial {
  const quotes = new Map(found.map(({ index, quote }) => [index, quote]));
  const lineOf = (index: number): string => {
    const passage = source.passages[index];
    if (!passage || passage.text === '' || hasPromptInjection(passage.text)) return '';
    const { kind, number } = shownPlace(passage.pointer);
    return `[${index + 1}] (${kind} ${number}) ${asData(around(passage.text, quotes.get(index) ?? ''))}`;
  };
  const lines = new Map<number, string>();
  let tokens = 0;
  const show = (index: number): boolean => {
    if (lines.has(index)) return true;
    const line = lineOf(index);
    const needed = estimateTokens(line) + 1;
    if (line === '' || tokens + needed > maxTokens) return line === '';
    lines.set(index, line);
    tokens += needed;
    return true;
  };
  for (const { index } of found) show(index);
  for (let step = 1; step <= reach; step += 1) for (const { index } of found) for (const at of [index - step, index + step]) show(at);
  // Include the rest if it all fits, since the answer may use other words.
  const near = [...lines.keys()];
  const isWhole = source.passages.every((_, index) => show(index));
  const indexes = (isWhole ? [...lines.keys()] : near).sort((one, other) => one - other);
  return { indexes, text: indexes.map((index) => lines.get(index)).join('\n') };
}
