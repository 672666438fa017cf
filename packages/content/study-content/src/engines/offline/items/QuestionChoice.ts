import { placeOf } from '@lectern/contracts/plain';
import type { DraftQuestion } from '../../../StudyContentEngine.ts';
import { fold, likeness } from '../../../text/words.ts';
import type { Fact, Facts } from '../facts/Fact.ts';
import type { Ask } from './Ask.ts';
import type { QuestionBuilder } from './QuestionBuilder.ts';

/** Ways to ask for a fact, best first; one of them is used. */
export interface AskCandidate {
  fact: Fact;
  asks: readonly Ask[];
  score: number;
  /** Whether it is on a topic that the learner got wrong. */
  isWeak: boolean;
}

const isNear = (one: DraftQuestion, other: Pick<Ask, 'question' | 'text' | 'source'>): boolean =>
  likeness(one.question, other.question) >= 0.6 ||
  (fold(one.answer) === fold(other.text) && placeOf(one.source.pointer) === placeOf(other.source.pointer));

/** Which third of the material a place stands in. */
function thirds(facts: Facts): (place: number) => number {
  const places = facts.passages.map(({ passage }) => placeOf(passage.pointer));
  const first = places.reduce((least, place) => Math.min(least, place), Number.POSITIVE_INFINITY);
  const last = places.reduce((most, place) => Math.max(most, place), 0);
  return (place) => Math.min(2, Math.floor(((place - first) / Math.max(1, last - first + 1)) * 3));
}

/** Questions of one slide in a quiz (docs/quality.md, `spread`). */
const mostOfAPlace = 2;
/** The share of a quiz that may come from one third of the material. */
const mostOfAThird = 0.42;
/** How often a text may be a distractor in a quiz. */
const mostOfADistractor = 2;
/** What a candidate loses for each question of its form, place, table or concept that was chosen before. */
const penalties = { form: 0.05, place: 0.2, concept: 0.4 } as const;
/** What a candidate on a weak area gains: more than all penalties together. */
const weakAreaBonus = 100;

/** How often each key was added. */
class Counts<Key> {
  private readonly counts = new Map<Key, number>();

  add(key: Key): void {
    this.counts.set(key, this.of(key) + 1);
  }

  of(key: Key): number {
    return this.counts.get(key) ?? 0;
  }
}

/** Chooses questions one after another: the best candidate, given those that were chosen before. */
export class QuestionChoice {
  readonly weak: DraftQuestion[] = [];
  readonly others: DraftQuestion[] = [];
  private readonly builder: QuestionBuilder;
  private readonly left: Set<AskCandidate>;
  private readonly thirdOf: (place: number) => number;
  private readonly wanted: number;
  /** What the chosen questions are about. Each candidate is looked at again for each question, so nothing is counted anew. */
  private readonly forms = new Counts<Fact['type']>();
  private readonly places = new Counts<number>();
  private readonly thirds = new Counts<number>();
  private readonly concepts = new Counts<string>();
  private readonly distractors = new Counts<string>();

  constructor(facts: Facts, wanted: number, builder: QuestionBuilder, candidates: readonly AskCandidate[]) {
    this.builder = builder;
    this.thirdOf = thirds(facts);
    this.wanted = wanted;
    this.left = new Set(candidates);
  }

  /** Chooses until there are so many questions, or no candidate is left but those that a rule leaves out. Weak areas are exempt from it. */
  fill(most: number, isLeftOut: (one: AskCandidate) => boolean): void {
    for (let next = this.best(isLeftOut); next && this.weak.length + this.others.length < most; next = this.best(isLeftOut))
      this.take(next);
  }

  isCrowded = ({ fact }: AskCandidate): boolean => this.places.of(fact.place) >= mostOfAPlace;

  isOneSided = ({ fact }: AskCandidate): boolean => this.thirds.of(this.thirdOf(fact.place)) >= Math.ceil(this.wanted * mostOfAThird);

  private scoreOf({ fact, score, isWeak, asks: [ask] }: AskCandidate): number {
    return (
      score +
      (isWeak ? weakAreaBonus : 0) -
      this.forms.of(fact.type) * penalties.form -
      this.places.of(fact.place) * penalties.place -
      (isWeak || !ask ? 0 : this.concepts.of(fold(ask.concept))) * penalties.concept
    );
  }

  private best(isLeftOut: (one: AskCandidate) => boolean): AskCandidate | undefined {
    let found: AskCandidate | undefined;
    let highest = Number.NEGATIVE_INFINITY;
    for (const one of this.left) {
      if (!one.isWeak && isLeftOut(one)) continue;
      const score = this.scoreOf(one);
      if (score > highest) [found, highest] = [one, score];
    }
    return found;
  }

  private take(candidate: AskCandidate): void {
    this.left.delete(candidate);
    const chosen = [...this.weak, ...this.others];
    for (const ask of candidate.asks) {
      if (chosen.some((other) => isNear(other, ask))) continue;
      const draft = this.builder.questionFor(ask, (text) => this.distractors.of(fold(text)) >= mostOfADistractor);
      if (!draft) continue;
      this.add(candidate, draft);
      return;
    }
  }

  private add({ fact, isWeak }: AskCandidate, draft: DraftQuestion): void {
    (isWeak ? this.weak : this.others).push(draft);
    this.forms.add(fact.type);
    this.places.add(fact.place);
    this.thirds.add(this.thirdOf(fact.place));
    this.concepts.add(fold(draft.concept));
    for (const { text } of draft.distractors) this.distractors.add(fold(text));
  }
}
