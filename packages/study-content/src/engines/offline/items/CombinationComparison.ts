import { onceForText } from '../../../text/onceForText.ts';
import { fold, shared } from '../../../text/words.ts';
import type { Candidate, TriedCandidate } from './Candidate.ts';

/** The runs of three letters of a text, by which options are compared. Kept, since an option is compared for every question that it may stand in. */
const trigrams = onceForText((text): ReadonlySet<string> => {
  const line = ` ${fold(text)} `;
  return new Set(Array.from({ length: Math.max(1, line.length - 2) }, (_, index) => line.slice(index, index + 3)));
});

function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const both = shared(left, right);
  return both / (left.size + right.size - both);
}

/** The rank of the first value among the others, counted from 0. An equal value counts as half a rank. */
const rankOf = (values: readonly number[]): number => {
  const own = values[0] ?? 0;
  let rank = 0;
  for (let at = 1; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    rank += value < own ? 1 : value === own ? 0.5 : 0;
  }
  return rank;
};

export const mean = (values: readonly number[]): number => {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / Math.max(1, values.length);
};

/** What combinations of the candidates of one try are compared by. A combination is the numbers of its candidates, in ascending order. */
export class CombinationComparison {
  private readonly key: string;
  private readonly tried: readonly TriedCandidate[];
  private readonly repeating: readonly (readonly boolean[])[];
  private alike: readonly (readonly number[])[] | undefined;

  constructor(key: string, tried: readonly TriedCandidate[], mayShareSubject: boolean) {
    this.key = key;
    this.tried = tried;
    const subjects = tried.map(({ candidate }) => fold(candidate.about));
    const areAboutSame = (one: number, later: number): boolean =>
      !mayShareSubject && subjects[one] === subjects[later] && tried[one]?.candidate.about.endsWith('?') === false;
    this.repeating = tried.map(({ words }, later) =>
      tried.slice(0, later).map((before, one) => areAboutSame(one, later) || shared(before.words, words) >= Math.max(2, words.size * 0.5)),
    );
  }

  /** Whether two of a combination say nearly the same, or are about the same thing. */
  repeats(choice: readonly number[]): boolean {
    return choice.some((later, index) => choice.some((one, before) => before < index && this.repeating[later]?.[one]));
  }

  countIn(choice: readonly number[], is: (candidate: Candidate) => boolean): number {
    let count = 0;
    for (const one of choice) {
      const tried = this.tried[one];
      if (tried && is(tried.candidate)) count += 1;
    }
    return count;
  }

  lengthOf(one: number): number {
    return this.tried[one]?.candidate.text.length ?? 0;
  }

  /** The distance of a candidate from the key; a sibling has none. */
  distanceOf(one: number): number {
    const tried = this.tried[one];
    return !tried || tried.candidate.isSibling ? 0 : tried.distance;
  }

  /** The ranks of the key among the options by length, and by distance from the mean length. */
  ranksByLength(choice: readonly number[]): [length: number, distance: number] {
    const lengths = [this.key.length, ...choice.map((one) => this.lengthOf(one))];
    const middle = mean(lengths);
    return [rankOf(lengths), rankOf(lengths.map((length) => Math.abs(length - middle)))];
  }

  /** The rank of the key among the options by likeness to the others. */
  rankByLikeness(choice: readonly number[]): number {
    const options = [this.tried.length, ...choice];
    return rankOf(
      options.map((own) => {
        let sum = 0;
        for (const other of options) if (other !== own) sum += this.likenessOf(own, other);
        return sum / (options.length - 1);
      }),
    );
  }

  /** How much alike two options are. The number of the key is the one behind the candidates. */
  private likenessOf(one: number, other: number): number {
    // Worked out when the first combination is valid.
    if (!this.alike) {
      const sets = [...this.tried.map(({ candidate }) => trigrams(candidate.text)), trigrams(this.key)];
      this.alike = sets.map((own, index) => sets.slice(0, index).map((before) => likeness(own, before)));
    }
    return this.alike[Math.max(one, other)]?.[Math.min(one, other)] ?? 0;
  }
}
