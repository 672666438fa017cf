/** A gap: `{{c1::words::hint}}`. */
interface Gap {
  numbers: readonly number[];
  parts: Part[];
  hint: string | undefined;
}
type Part = string | Gap;

const marks = /\{\{c(\d{1,3}(?:,\d{1,3}){0,20})::|::|\}\}/g;
/** Gaps nested deeper are read as text. */
const deepest = 8;

const textOf = (parts: readonly Part[]): string => parts.map((part) => (typeof part === 'string' ? part : textOf(part.parts))).join('');

/** Turns an unclosed gap back into text. */
const unclosed = ({ numbers, parts, hint }: Gap): Part[] => [
  `{{c${numbers.join(',')}::`,
  ...parts,
  ...(hint === undefined ? [] : [`::${hint}`]),
];

const parseGaps = (field: string): Part[] => {
  const whole: Part[] = [];
  const open: Gap[] = [];
  const add = (part: Part): void => {
    const gap = open.at(-1);
    if (!gap) whole.push(part);
    else if (gap.hint === undefined) gap.parts.push(part);
    else gap.hint += typeof part === 'string' ? part : textOf([part]);
  };
  let from = 0;
  for (const { 0: mark, 1: numbers, index } of field.matchAll(marks)) {
    add(field.slice(from, index));
    from = index + mark.length;
    if (numbers !== undefined && open.length < deepest) open.push({ numbers: numbers.split(',').map(Number), parts: [], hint: undefined });
    else if (mark === '}}' && open.length > 0) add(open.pop() as Gap);
    else if (mark === '::' && open.at(-1)?.hint === undefined && open.length > 0) (open.at(-1) as Gap).hint = '';
    else add(mark);
  }
  add(field.slice(from));
  while (open.length > 0) {
    const gap = open.pop() as Gap;
    for (const part of unclosed(gap)) add(part);
  }
  return whole;
};

/**
 * Returns the question of a card: its own gap shows the hint or dots, the others are filled.
 *
 * @param dots - defaults to Anki's three dots
 * @returns `undefined` if the text has no such gap
 */
export const clozeQuestion = (field: string, number: number, dots = '...'): string | undefined => {
  let found = false;
  const show = (parts: readonly Part[]): string =>
    parts
      .map((part) => {
        if (typeof part === 'string') return part;
        if (!part.numbers.includes(number)) return show(part.parts);
        found = true;
        return `[${part.hint?.trim() ? part.hint : dots}]`;
      })
      .join('');
  const question = show(parseGaps(field));
  return found ? question : undefined;
};

/** Returns the words of a card's own gaps; empty if the text has no such gap. */
export const clozeAnswers = (field: string, number: number): string[] => {
  const answersIn = (parts: readonly Part[]): string[] =>
    parts.flatMap((part) => {
      if (typeof part === 'string') return [];
      return part.numbers.includes(number) ? [textOf(part.parts)] : answersIn(part.parts);
    });
  return answersIn(parseGaps(field));
};

/** Returns the gap numbers of a text in ascending order. Each one makes a card. */
export const gapNumbers = (field: string): number[] => {
  const numbersIn = (parts: readonly Part[]): number[] =>
    parts.flatMap((part) => (typeof part === 'string' ? [] : [...part.numbers, ...numbersIn(part.parts)]));
  return field.includes('{{c') ? [...new Set(numbersIn(parseGaps(field)))].sort((a, b) => a - b) : [];
};

interface Sides {
  front: string;
  back: string;
}

/**
 * Makes one card per gap number of a side, like Anki; the other side is shown with it. A text without gaps is one card.
 *
 * @param dots - what a gap shows; defaults to Anki's three dots
 */
export const cardsOfGaps = ({ front, back }: Sides, dots?: string): Sides[] => {
  const gapped = [front, back].find((side) => gapNumbers(side).length > 0);
  if (gapped === undefined) return [{ front, back }];
  const lines = (...parts: string[]): string => parts.filter((part) => part !== '').join('\n');
  return gapNumbers(gapped).map((number) => {
    const [question, answer] = [clozeQuestion(gapped, number, dots) ?? '', clozeAnswers(gapped, number).join('\n')];
    return gapped === front ? { front: question, back: lines(answer, back) } : { front: lines(front, question), back: answer };
  });
};
