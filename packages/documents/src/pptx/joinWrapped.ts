import type { Paragraph } from './deck.ts';

/** A line of fewer characters ended where its author wanted. */
const shortestWrappedLine = 50;

/** In a list whose lines all begin in lower case, each line stands for itself. */
const beginsSentence = ({ text }: Paragraph): boolean => /^[\p{Lu}\p{N}"“‘(]/u.test(text);

/** Whether a line stops in the middle of a sentence that the next one goes on with. */
const isWrapped = (above: Paragraph, below: Paragraph): boolean =>
  above.kind === 'paragraph' &&
  below.kind === 'paragraph' &&
  above.part === below.part &&
  above.shape === below.shape &&
  above.level === below.level &&
  above.text.length >= shortestWrappedLine &&
  /[^.!?:;…。！？：；]$/u.test(above.text) &&
  /^\p{Ll}/u.test(below.text);

/** The paragraphs of a slide. Sentences that were broken into lines, as in notes from another program, are one paragraph again. */
export function joinWrapped(paragraphs: readonly Paragraph[]): Paragraph[] {
  const lines: Paragraph[][] = [];
  for (const paragraph of paragraphs) {
    const open = lines.at(-1);
    const [first, last] = [open?.[0], open?.at(-1)];
    if (open && first && last && beginsSentence(first) && isWrapped(last, paragraph)) open.push(paragraph);
    else lines.push([paragraph]);
  }
  return lines.flatMap(([first, ...more]) =>
    first ? [more.length === 0 ? first : { ...first, text: [first, ...more].map(({ text }) => text).join(' ') }] : [],
  );
}
