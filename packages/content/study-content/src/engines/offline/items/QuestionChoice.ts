import { Counter } from '../../../text/collections.ts';
import { placeOf } from '@lectern/contracts/plain';
import type { DraftQuestion } from '../../../StudyContentEngine.ts';
import { fold, likeness } from '../../../text/words.ts';
import type { Fact, Facts } from '../facts/Fact.ts';
import type { ItemSpec } from './ItemSpec.ts';
import type { QuestionBuilder } from './QuestionBuilder.ts';

/** The specs for a fact, best first. One of them is used. */
export interface SpecCandidate {
  fact: Fact;
  specs: readonly ItemSpec[];
  score: number;
  /** Whether it is about a weak area of the learner. */
  isWeak: boolean;
}

const isNear = (one: DraftQuestion, other: Pick<ItemSpec, 'question' | 'text' | 'source'>): boolean =>
  likeness(one.question, other.question) >= 0.6 ||
  (fold(one.answer) === fold(other.text) && placeOf(one.source.pointer) === placeOf(other.source.pointer));

/** Maps a place to its third of the material, 0 to 2. */
function thirds(facts: Facts): (place: number) => number {
  const places = facts.passages.map(({ passage }) => placeOf(passage.pointer));
  const first = places.reduce((least, place) => Math.min(least, place), Number.POSITIVE_INFINITY);
  const last = places.reduce((most, place) => Math.max(most, place), 0);
  return (place) => Math.min(2, Math.floor(((place - first) / Math.max(1, last - first + 1)) * 3));
}

/** See docs/quality.md, `spread`. */
const maxPerPlace = 2;
/** The share of a quiz from one third of the material. */
const maxShareOfThird = 0.42;
const maxUsesOfDistractor = 2;
/** Score penalty per chosen question with the same form, place or concept. */
const penalties = { form: 0.05, place: 0.2, concept: 0.4 } as const;
/** Score bonus for weak areas. Exceeds all penalties together. */
const weakAreaBonus = 100;

/** Chooses questions greedily: always the best candidate, given those chosen so far. */
export class QuestionChoice {
  readonly weak: DraftQuestion[] = [];
  readonly others: DraftQuestion[] = [];
  private readonly builder: QuestionBuilder;
  private readonly left: Set<SpecCandidate>;
  private readonly thirdOf: (place: number) => number;
  private readonly wanted: number;
  /** Statistics of the chosen questions, kept incrementally because every candidate is scored again for each question. */
  private readonly forms = new Counter<Fact['type']>();
  private readonly places = new Counter<number>();
  private readonly thirds = new Counter<number>();
  private readonly concepts = new Counter<string>();
  private readonly distractors = new Counter<string>();

  constructor(facts: Facts, wanted: number, builder: QuestionBuilder, candidates: readonly SpecCandidate[]) {
    this.builder = builder;
    this.thirdOf = thirds(facts);
    this.wanted = wanted;
    this.left = new Set(candidates);
  }

  /** Chooses questions up to `most`, skipping candidates excluded by a rule. Weak areas are exempt from the rule. */
  fill(most: number, isLeftOut: (one: SpecCandidate) => boolean): void {
    for (let next = this.best(isLeftOut); next && this.weak.length + this.others.length < most; next = this.best(isLeftOut))
      this.take(next);
  }

  isCrowded = ({ fact }: SpecCandidate): boolean => this.places.of(fact.place) >= maxPerPlace;

  isOneSided = ({ fact }: SpecCandidate): boolean => this.thirds.of(this.thirdOf(fact.place)) >= Math.ceil(this.wanted * maxShareOfThird);

  private scoreOf({ fact, score, isWeak, specs: [spec] }: SpecCandidate): number {
    return (
      score +
      (isWeak ? weakAreaBonus : 0) -
      this.forms.of(fact.type) * penalties.form -
      this.places.of(fact.place) * penalties.place -
      (isWeak || !spec ? 0 : this.concepts.of(fold(spec.concept))) * penalties.concept
    );
  }

  private best(isLeftOut: (one: SpecCandidate) => boolean): SpecCandidate | undefined {
    let found: SpecCandidate | undefined;
    let highest = Number.NEGATIVE_INFINITY;
    for (const one of this.left) {
      if (!one.isWeak && isLeftOut(one)) continue;
      const score = this.scoreOf(one);
      if (score > highest) [found, highest] = [one, score];
    }
    return found;
  }

  private take(candidate: SpecCandidate): void {
    this.left.delete(candidate);
    const chosen = [...this.weak, ...this.others];
    for (const spec of candidate.specs) {
      if (chosen.some((other) => isNear(other, spec))) continue;
      const draft = this.builder.questionFor(spec, (text) => this.distractors.of(fold(text)) >= maxUsesOfDistractor);
      if (!draft) continue;
      this.add(candidate, draft);
      return;
    }
  }

  private add({ fact, isWeak }: SpecCandidate, draft: DraftQuestion): void {
    (isWeak ? this.weak : this.others).push(draft);
    this.forms.add(fact.type);
    this.places.add(fact.place);
    this.thirds.add(this.thirdOf(fact.place));
    this.concepts.add(fold(draft.concept));
    for (const { text } of draft.distractors) this.distractors.add(fold(text));
  }
}
