import type { QuizQuestion } from '@lectern/contracts';

/** A question with one right option. */
export const question = (change: Partial<QuizQuestion> = {}): QuizQuestion => ({
  _id: 'q1',
  question: 'Where does glycolysis take place?',
  options: [
    { text: 'In the cytosol', isCorrect: true, rationale: 'Its enzymes are dissolved there.' },
    { text: 'In the matrix', isCorrect: false, rationale: 'The citric acid cycle is there.' },
    { text: 'In the nucleus', isCorrect: false, rationale: '' },
  ],
  explanation: 'Glycolysis needs no mitochondrion.',
  topic: 'Glycolysis',
  concept: 'Place',
  source: { pointer: { kind: 'slide', slide: 4, part: 'notes', paragraph: 1 }, quote: 'Glycolysis takes place in the cytosol.' },
  ...change,
});

/** Returns a generator of reproducible numbers in [0, 1). Source: mulberry32, public domain. */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const plain = 'glucose oxygen ATP cell membrane 12 kg (of) β-oxidation pH 7.4 Na⁺ naïve 心臓'.split(' ');
const hostile = [
  '~', '=', '#', '{', '}', ':', '::', '\\', '\\n', '->', '//', '####', '%50%', '[html]', '$category:', '<script>alert(1)</script>', '</p>', '&amp;', ']]>', '"', "'",
  '=cmd|/C calc!A0', '+1', '-1', '@SUM(A1)', '\t', '\n', '\r\n', '\u0000', '\u001b', '\uFFFE', '\uD800', ',', ';', '🙂', '$$x^2$$', 'TRUE', 'T', '\u202e',
]; // prettier-ignore

/** Returns a random question. A hostile one consists of fragments with a meaning in some format. */
export const randomQuestion = (random: () => number, isHostile: boolean): QuizQuestion => {
  const words = (count: number): string =>
    Array.from({ length: count }, () => {
      const list = isHostile && random() < 0.7 ? hostile : plain;
      return list[Math.floor(random() * list.length)] ?? '';
    }).join(random() < 0.5 ? ' ' : '');
  const count = 2 + Math.floor(random() * 4);
  const right = Math.floor(random() * count);
  return question({
    // The contract forbids blank texts.
    question: `Q ${words(8)}`,
    options: Array.from({ length: count }, (_, index) => ({
      text: `${String(index)} ${words(4)}`,
      isCorrect: index === right,
      rationale: random() < 0.3 ? '' : `because ${words(5)}`,
    })),
    explanation: random() < 0.2 ? '' : `so ${words(6)}`,
    topic: `topic ${words(2)}`,
    ...(random() < 0.3 && { source: { pointer: { kind: 'text', paragraph: 3 }, quote: `quote ${words(3)}` } }),
  });
};
