import { placeOf } from '@lectern/contracts/plain';
import type { DraftQuestion } from '../../../StudyContentEngine.ts';
import { fold, likeness } from '../../../text/words.ts';
import type { Cell, Fact, Facts } from '../facts/Fact.ts';
import type { PossibleQuestion } from './QuestionBuilder.ts';

/** A fact, with the questions that were not asked before; one of them is used. */
export interface AskableFact {
  fact: Fact;
  possible: PossibleQuestion[];
  score: number;
  isWeak: boolean;
}

const isNear = (one: DraftQuestion, other: DraftQuestion): boolean =>
  likeness(one.question, other.question) >= 0.6 ||
  likeness(one.source.quote, other.source.quote) >= 0.6 ||
  (fold(one.answer) === fold(other.answer) && placeOf(one.source.pointer) === placeOf(other.source.pointer));

/** Which third of the material a place stands in. */
function thirds(facts: Facts): (place: number) => number {
  const places = facts.passages.map(({ passage }) => placeOf(passage.pointer));
  const first = places.reduce((least, place) => Math.min(least, place), Number.POSITIVE_INFINITY);
  const last = places.reduce((most, place) => Math.max(most, place), 0);
  return (place) => Math.min(2, Math.floor(((place - first) / Math.max(1, last - first + 1)) * 3));
}

/** A question that was chosen for a quiz. */
export interface Chosen {
  asked: AskableFact;
  draft: DraftQuestion;
}

/** Questions of one slide in a quiz (docs/quality.md, `spread`). */
const mostOfAPlace = 2;
/** How often a text may be a distractor in a quiz. */
const mostOfAnOption = 2;
/** The share of a quiz that may come from one third of the material. */
const mostOfAThird = 0.42;
/** What a candidate loses for each question of its kind, place, table, concept or answer that was chosen before, in log-odds. */
const penalties = {
  sameType: 0.1,
  samePlace: 0.45,
  crowdedPlace: 1.5,
  sameTable: 0.45,
  sameConcept: 0.8,
  sameAnswer: 1.2,
} as const;

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

const placeKey = ({ place, source }: Fact): string => `${place} ${source.pointer.kind}`;
const tableOf = (fact: Fact): Cell['table'] | undefined => (fact.type === 'cell' ? fact.table : undefined);

/** Chooses questions one after another: the best candidate, given those that were chosen before. */
export class QuestionChoice {
  readonly chosen: Chosen[] = [];
  private readonly left: Set<AskableFact>;
  private readonly thirdOf: (place: number) => number;
  private readonly wanted: number;
  /** What the chosen questions are about. Each candidate is looked at again for each question, so nothing is counted anew. */
  private readonly counts = {
    types: new Counts<Fact['type']>(),
    places: new Counts<string>(),
    thirds: new Counts<number>(),
    tables: new Counts<Cell['table']>(),
    concepts: new Counts<string>(),
    answers: new Counts<string>(),
    options: new Counts<string>(),
  };

  constructor(facts: Facts, wanted: number, candidates: readonly AskableFact[]) {
    this.thirdOf = thirds(facts);
    this.wanted = wanted;
    this.left = new Set(candidates);
  }

  /** Chooses until there are so many questions, or no candidate is left but those that a rule leaves out. Weak areas are exempt from it. */
  fill(most: number, isLeftOut: (one: AskableFact) => boolean): void {
    for (let next = this.best(isLeftOut); next && this.chosen.length < most; next = this.best(isLeftOut)) this.take(next);
  }

  isCrowded = ({ fact }: AskableFact): boolean => this.counts.places.of(placeKey(fact)) >= mostOfAPlace;

  isOneSided = ({ fact }: AskableFact): boolean => this.counts.thirds.of(this.thirdOf(fact.place)) >= Math.ceil(this.wanted * mostOfAThird);

  private scoreOf({ fact, score, isWeak: weak, possible: [next] }: AskableFact): number {
    const { types, places, tables, concepts, answers } = this.counts;
    const samePlace = places.of(placeKey(fact));
    const table = tableOf(fact);
    const sameTable = table === undefined ? 0 : tables.of(table);
    const sameConcept = next ? concepts.of(fold(next.draft.concept)) : 0;
    const sameAnswer = next ? answers.of(fold(next.draft.answer)) : 0;
    const placePenalty = weak ? 1 : samePlace >= mostOfAPlace ? penalties.crowdedPlace : penalties.samePlace;
    return (
      score +
      (weak ? weakAreaBonus : 0) -
      types.of(fact.type) * penalties.sameType -
      samePlace * placePenalty -
      sameTable * penalties.sameTable -
      (weak ? 0 : sameConcept * penalties.sameConcept) -
      sameAnswer * penalties.sameAnswer
    );
  }

  private best(isLeftOut: (one: AskableFact) => boolean): AskableFact | undefined {
    let found: AskableFact | undefined;
    let highest = Number.NEGATIVE_INFINITY;
    for (const one of this.left) {
      if (!one.isWeak && isLeftOut(one)) continue;
      const score = this.scoreOf(one);
      if (score > highest) [found, highest] = [one, score];
    }
    return found;
  }

  private take(asked: AskableFact): void {
    const next = asked.possible.find(({ draft }) => !this.isOverused(draft) && !this.chosen.some((other) => isNear(draft, other.draft)));
    if (next) this.add({ asked, draft: next.draft });
    this.left.delete(asked);
  }

  /** Whether an option stands in two questions already. */
  private isOverused({ distractors }: DraftQuestion): boolean {
    return distractors.some(({ text }) => this.counts.options.of(fold(text)) >= mostOfAnOption);
  }

  private add(chosen: Chosen): void {
    const { fact } = chosen.asked;
    const { types, places, thirds: ofThirds, tables, concepts, answers, options } = this.counts;
    this.chosen.push(chosen);
    types.add(fact.type);
    places.add(placeKey(fact));
    ofThirds.add(this.thirdOf(fact.place));
    const table = tableOf(fact);
    if (table !== undefined) tables.add(table);
    concepts.add(fold(chosen.draft.concept));
    answers.add(fold(chosen.draft.answer));
    for (const { text } of chosen.draft.distractors) options.add(fold(text));
  }
}
