import { endsSentence } from '@lectern/contracts/plain';
import type { Paragraph } from './deck.ts';

/** A line of fewer characters ended where its author wanted. */
const shortestWrappedLine = 50;

/** In a list whose lines all begin in lower case, each line stands for itself. */
const beginsSentence = ({ text }: Paragraph): boolean => /^[\p{Lu}\p{N}"“‘(]/u.test(text);

/** Whether a text begins with a word in lower case. "mRNA" and "pH" are none. */
export const isWordInLowerCase = (text: string): boolean => /^\p{Ll}[\p{Ll}’'-]*(?![\p{L}\p{N}])/u.test(text);

/** Whether a line may stop in the middle of a sentence that the next one goes on with.*/
const mayBeWrapped = (above: Paragraph, below: Paragraph): boolean =>
  above.kind === 'paragraph' &&
  below.kind === 'paragraph' &&
  above.part === below.part &&
  above.shape === below.shape &&
  above.level === below.level &&
  above.text.length >= shortestWrappedLine &&
  !/[:;…：；]$/u.test(above.text) &&
  !endsSentence(above.text) &&
  isWordInLowerCase(below.text);

/** Words that never begin a line of their own. */
const innerWord =
  /^(?:of|and|or|to|by|than|that|which|who|whose|was|were|is|are|has|have|had|will|would|can|could|should|the|an?|into|through|from)\b/;
/** Whether a text begins with a word from the middle of a sentence. */
export const isInnerWord = (text: string): boolean => innerWord.test(text);
const isEnded = ({ text }: Paragraph): boolean => endsSentence(text) || /…["”’)]?$/u.test(text);

/** A line with the end of one sentence and the beginning of the next. */
const isProse = ({ text }: Paragraph): boolean => /\p{Ll}[.!?] \p{Lu}/u.test(text);

/**
 * Lines that are surely one sentence: what they say together ends like one, or the line above is prose, or a line begins with a
 * word from the middle of a sentence.
 */
const partsOf = (lines: readonly Paragraph[]): Paragraph[][] => {
  const last = lines.at(-1);
  if (last && isEnded(last)) return [[...lines]];
  const parts: Paragraph[][] = [];
  for (const line of lines) {
    const open = parts.at(-1);
    const above = open?.at(-1);
    if (open && above && (isInnerWord(line.text) || isProse(above))) open.push(line);
    else parts.push([line]);
  }
  return parts;
};

const joined = ([first, ...more]: readonly Paragraph[]): Paragraph[] =>
  first === undefined ? [] : [more.length === 0 ? first : { ...first, text: [first, ...more].map(({ text }) => text).join(' ') }];

/** The paragraphs of a slide. Sentences that were broken into lines, as in notes from another program, are one paragraph again. */
export function joinWrapped(paragraphs: readonly Paragraph[]): Paragraph[] {
  const runs: Paragraph[][] = [];
  for (const paragraph of paragraphs) {
    const open = runs.at(-1);
    const [first, last] = [open?.[0], open?.at(-1)];
    if (open && first && last && beginsSentence(first) && mayBeWrapped(last, paragraph)) open.push(paragraph);
    else runs.push([paragraph]);
  }
  return runs.flatMap((run) => partsOf(run).flatMap(joined));
}
