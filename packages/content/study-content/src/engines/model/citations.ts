import type { Citation, Source } from '@lectern/contracts';
import type { Cited } from './answers.ts';
import { repairQuote } from './repairQuote.ts';

/** Converts the model's citation. An unknown passage number yields an invalid pointer, which the gate refuses. */
export function citationOf(source: Source, { passage: number, quote }: Cited): Citation {
  const passage = source.passages[number - 1];
  return passage
    ? { pointer: passage.pointer, quote: repairQuote(passage.text, quote) ?? quote }
    : { pointer: { kind: 'text', paragraph: Number.MAX_SAFE_INTEGER }, quote };
}
