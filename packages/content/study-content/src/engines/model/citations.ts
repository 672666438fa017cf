import type { Citation, Source } from '@lectern/contracts';
import type { Cited } from './answers.ts';
import { repairQuote } from './repairQuote.ts';

/** A passage's number and a quote as a citation. A number that does not exist points nowhere, so that the gate refuses it. */
export function citationOf(source: Source, { passage: number, quote }: Cited): Citation {
  const passage = source.passages[number - 1];
  return passage
    ? { pointer: passage.pointer, quote: repairQuote(passage.text, quote) ?? quote }
    : { pointer: { kind: 'text', paragraph: Number.MAX_SAFE_INTEGER }, quote };
}
