import type { Source } from '@lectern/contracts/plain';
import { estimateTokens } from '../engines/model/material.ts';
import { hasPromptInjection } from '../text/promptInjection.ts';
import { shownPlace } from '../text/pointers.ts';
import { asData } from './askingPrompts.ts';

/** The passages that a model is shown. */
export interface ShownMaterial {
  /** Their indexes in the source, ascending. */
  indexes: readonly number[];
  /** Their lines, as data. */
  text: string;
}

/** How far the passages beside a found one are shown with it. */
const reach = 2;
/** The longest passage that is shown whole, in characters. */
const longestShown = 4_000;

/** A passage of megabytes, around its quote. */
const around = (text: string, quote: string): string => {
  const from = Math.max(0, text.indexOf(quote) - longestShown / 2);
  return text.length <= longestShown ? text : text.slice(from, from + longestShown);
};

/**
 * The passages that a model is shown. A short source is shown whole. Of a longer one it gets the passages that were found and their neighbours,
 * best first, until the prompt is full. Lines that give orders to a model are left out.
 */
export function materialFor(source: Source, found: readonly { index: number; quote: string }[], mostTokens: number): ShownMaterial {
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
    if (line === '' || tokens + needed > mostTokens) return line === '';
    lines.set(index, line);
    tokens += needed;
    return true;
  };
  for (const { index } of found) show(index);
  for (let step = 1; step <= reach; step += 1) for (const { index } of found) for (const at of [index - step, index + step]) show(at);
  // What is not found by its words may be told in others.
  const near = [...lines.keys()];
  const isWhole = source.passages.every((_, index) => show(index));
  const indexes = (isWhole ? [...lines.keys()] : near).sort((one, other) => one - other);
  return { indexes, text: indexes.map((index) => lines.get(index)).join('\n') };
}
