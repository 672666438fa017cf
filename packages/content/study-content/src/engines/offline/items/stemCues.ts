import { fold, wordsOf } from '../../../text/words.ts';

/** Words of question frames and everyday words, which give nothing away. */
const everyday = new Set(
  'which these among statement describes described material meaning defined gives names about their there other would could should being where while after before between through under against with that this from have more most than they them when what into over such some only also been were will each like used uses made make many must need'.split(
    ' ',
  ),
);

const longWords = (text: string): string[] => (fold(text).match(/\p{L}{5,}/gu) ?? []).filter((word) => !everyday.has(word));

/** Whether two words share a root: "insulin" and "insulinotropic", "manages" and "management". */
const areAkin = (one: string, other: string): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short.slice(0, 5) === long.slice(0, 5) || (short.length >= 6 && long.includes(short.slice(0, 6)));
};

/** Whether a word of the question shares its root with the key and with no distractor (check `no-stem-cue`). */
export function hasStemCue(question: string, answer: string, distractors: readonly { text: string }[]): boolean {
  const asked = longWords(question);
  // "Team" in "teamwork".
  const short = wordsOf(question).filter((word) => /^\p{L}{4}$/u.test(word) && !everyday.has(word));
  const begins = (text: string): string[] => longWords(text).filter((word) => short.some((one) => word.startsWith(one)));
  if (begins(answer).length > 0 && distractors.every(({ text }) => begins(text).length === 0)) return true;
  return longWords(answer).some((word) =>
    asked.some((other) => areAkin(word, other) && !distractors.some(({ text }) => longWords(text).some((one) => areAkin(one, other)))),
  );
}
