import { wordCount, withoutStop } from '../../../text/words.ts';
import type { Quantity } from '../facts.ts';
import type { Tagger } from '../languageModel.ts';
import type { Statement } from '../statements.ts';
import { balanced, hasMarkup, isWordTag, startsPointing } from './grammar.ts';
import { placed } from './terms.ts';

const unit =
  '(?:\\s?%|\\s(?:percent|per cent|kg|mg|g|grams?|kilograms?|ml|mL|l|L|liters?|litres?|mmHg|mm|cm|m|km|meters?|metres?|miles?|feet|seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|centuries|beats per minute|breaths per minute|kcal|calories|ATP|molecules|steps|degrees|°C|°F|million|billion|thousand|dollars|euros|pounds|Hz|kHz|MHz|GHz|bits?|bytes?|kB|MB|GB|TB|volts?|watts?|amperes?|jurors?|judges|votes|members|states|countries|people))';
const quantity = new RegExp(
  `(?<![\\p{L}\\d.,-])(?:[$£€]\\d[\\d,]*(?:\\.\\d+)?(?:\\s(?:million|billion))?|\\d[\\d,]*(?:\\.\\d+)?${unit}(?![\\p{L}]))`,
  'gu',
);
const year = /(?<=\bin )(1[5-9]|20)\d\d\b/g;

/** "the removal of 18 personal identifiers": a count of things, whatever they are. */
function countIn(text: string, tag: Tagger | undefined): { value: string; at: number } | undefined {
  // Most sentences have no digit, and tagging is the most expensive step.
  if (!tag || !/\d/.test(text)) return undefined;
  const tokens = tag(text);
  const numbers = tokens.filter((token) => /^\d[\d,]*$/.test(token.text));
  const number = numbers.length === 1 ? numbers[0] : undefined;
  if (!number || Number(number.text.replaceAll(',', '')) < 3 || /[-–.\d]$/.test(text.slice(0, number.start))) return undefined;
  const after = tokens.slice(tokens.indexOf(number) + 1, tokens.indexOf(number) + 4);
  const noun = after.findIndex((token) => isWordTag(token.tag) && /s$/.test(token.text));
  return noun >= 0 && after.slice(0, noun).every((token) => ['ADJ', 'NOUN', 'PROPN'].includes(token.tag))
    ? { value: number.text, at: number.start }
    : undefined;
}

/** A sentence with one quantity, and the words around it. */
export function quantityOf(statement: Statement, tag: Tagger | undefined): Quantity | undefined {
  const text = withoutStop(statement.text);
  if (startsPointing.test(text) && !/^(a|an|the|one|each|every|about|after|before|in|on|at)\b/i.test(text)) return undefined;
  if (
    /^(it|this|these|those|they|he|she|we|you)\b/i.test(text) ||
    /\b(this|these|those)\b/i.test(text) ||
    /[:;?!]/.test(text) ||
    hasMarkup(text) ||
    !balanced(text) ||
    wordCount(text) < 6 ||
    wordCount(text) > 28 ||
    !statement.isEnded
  )
    return undefined;
  const found = [...text.matchAll(quantity)];
  const years = found.length === 0 ? [...text.matchAll(year)] : [];
  const match = found.length === 1 ? found[0] : years.length === 1 ? years[0] : undefined;
  const hit = match ? { value: match[0].trim(), at: match.index, length: match[0].length } : undefined;
  const count = hit || found.length > 0 ? undefined : countIn(text, tag);
  const value = hit?.value ?? count?.value;
  const at = hit?.at ?? count?.at;
  if (value === undefined || at === undefined) return undefined;
  const before = text.slice(0, at);
  const after = text.slice(at + (hit?.length ?? value.length));
  if (/\d/.test(before + after) || (wordCount(before) < 2 && wordCount(after) < 4)) return undefined;
  return { type: 'quantity', before, value, after, ...placed(statement) };
}
