import { placeOf, type Source } from '@lectern/contracts';
import type { DraftQuestion, QuizOptions } from '../../../StudyContentEngine.ts';
import { contentStems, fold, likeness, wordCount } from '../../../text/words.ts';
import { NearTexts } from '../../../text/NearTexts.ts';
import type { Fact, Facts } from '../facts/Fact.ts';
import { difficultyBoost, type ItemPreferences } from '../itemPreferences.ts';
import type { Tagger } from '../posTagger.ts';
import type { Phrases } from '../phrases.ts';
import { tellsTerm, type Ask } from './Ask.ts';
import { asksOf } from './asksOf.ts';
import { explain, statementsByPlace } from './explain.ts';
import { fittingCandidates, hasStemCue, pickDistractors, type Candidate, type FittingCandidate } from './pickDistractors.ts';
import { Relatedness } from './Relatedness.ts';
import { Pools } from './Pools.ts';
import { materialFeatures, questionFeatures, type ItemFeatures, type MaterialFeatures } from './quality/itemFeatures.ts';
import { questionQuality } from './quality/itemQuality.ts';

/** A question that a fact can be asked by. */
export interface PossibleQuestion {
  draft: DraftQuestion;
  features: ItemFeatures;
  quality: number;
}

/** Picks distractors, at least `minRelated` of them siblings of the key or near it. */
type PickTry = (minRelated: number, most?: number, offered?: readonly FittingCandidate[]) => Candidate[] | undefined;

/** A fact, with the questions that were not asked before; one of them is used. */
interface Made {
  fact: Fact;
  possible: PossibleQuestion[];
  score: number;
  isWeak: boolean;
}

/** The most facts that are turned into questions. Of more facts a random sample is used, with all facts on weak areas. */
const mostConsidered = 600;

function considered({ facts }: Facts, { random, weakAreas = [] }: QuizOptions): Fact[] {
  if (facts.length <= mostConsidered) return facts;
  const weak = new Set(weakAreas.map(({ topic }) => fold(topic)));
  const share = mostConsidered / facts.length;
  return facts.filter(({ topic }) => weak.has(fold(topic)) || random() < share);
}

/** The most choices of wrong options with which a fact is asked; the best by the readers' judgements is used. */
const mostChoices = 3;

/** Makes the questions of facts from their asks. */
export class QuestionBuilder {
  private readonly pools: Pools;
  private readonly byFact: ReadonlyMap<Fact, Ask[]>;
  private readonly byPlace;
  private readonly facts: Facts;
  private readonly material: MaterialFeatures;
  private readonly phrases: Phrases;
  private readonly random: () => number;
  private readonly tag: Tagger | undefined;

  constructor(facts: Facts, phrases: Phrases, options: QuizOptions, tag: Tagger | undefined) {
    const { random } = options;
    const context = { facts, phrases, isEnglish: tag !== undefined, random };
    this.byFact = new Map(considered(facts, options).map((fact) => [fact, asksOf(fact, context)]));
    this.pools = new Pools([...this.byFact.values()].flat(), facts, phrases, new Relatedness(facts, tag), tag);
    this.byPlace = statementsByPlace(facts);
    this.facts = facts;
    this.material = materialFeatures(facts);
    this.phrases = phrases;
    this.random = random;
    this.tag = tag;
  }

  /** The facts with their questions. */
  all(): { fact: Fact; possible: PossibleQuestion[] }[] {
    return [...this.byFact].map(([fact, asks]) => ({ fact, possible: asks.flatMap((ask) => this.questionsFor(ask)) }));
  }

  /** Terms as wrong options, in several choices: of the key's kind, those that the material defines, any. */
  private *termsFor(ask: Ask, pick: PickTry, defined: readonly FittingCandidate[]): Generator<Candidate[] | undefined> {
    yield pick(3);
    yield pick(2, 2);
    yield pick(2, 3, defined);
    yield pick(2);
    if (tellsTerm.has(ask.origin.type)) yield pick(0, 3, defined);
    yield pick(1);
    yield pick(0);
  }

  /** Texts as wrong options, in several choices: near the key, or from elsewhere in the material. */
  private *textsFor(ask: Ask, pick: PickTry, withLooser: () => readonly FittingCandidate[]): Generator<Candidate[] | undefined> {
    const isEnglish = this.tag !== undefined;
    const isStated = /^(?:told|meaning)\|/.test(ask.pool);
    yield pick(ask.own || !isEnglish ? 0 : isStated ? 2 : 1);
    if (isEnglish && !isStated && !/^(?:answer|item)\|/.test(ask.pool)) return;
    yield pick(0);
    if (isStated) yield pick(0, 3, withLooser());
  }

  /** Choices of wrong options that do not give the key away. */
  private choicesFor(ask: Ask): Candidate[][] {
    const { random, tag } = this;
    const fittingOf = (candidates: readonly Candidate[]): FittingCandidate[] =>
      fittingCandidates(ask.text, candidates, ask.own ? '' : ask.source.quote);
    const candidates = this.pools.candidatesFor(ask);
    const fitting = fittingOf(candidates);
    const pick: PickTry = (minRelated, most = 3, offered = fitting) =>
      pickDistractors(ask.text, offered, ask.place, random, { minRelated, most, mayShareSubject: ask.pool.startsWith('item|') });
    const choices =
      tag && ask.pool.startsWith('term|')
        ? this.termsFor(ask, pick, fittingOf(candidates.filter(({ isDefined }) => isDefined)))
        : this.textsFor(ask, pick, () => fittingOf(this.pools.candidatesFor(ask, false)));
    const found = new Map<string, Candidate[]>();
    for (const choice of choices) {
      if (!choice || (tag && hasStemCue(ask.question, ask.text, choice))) continue;
      found.set(
        choice
          .map(({ text }) => text)
          .sort()
          .join('|'),
        choice,
      );
      if (found.size === mostChoices) break;
    }
    return [...found.values()];
  }

  /** A question with each choice of wrong options, in each of its wordings; none when there are too few wrong options, or a word of the question gives the key away. */
  private questionsFor(ask: Ask): PossibleQuestion[] {
    if (!ask.asQuestion) return [];
    const { phrases, tag, facts, material } = this;
    return this.choicesFor(ask).flatMap((distractors) => {
      const draft: DraftQuestion = {
        question: ask.question,
        answer: ask.text,
        distractors: distractors.map(({ text, rationale }) => ({ text, rationale })),
        answerRationale: ask.rationale,
        explanation: explain(ask, distractors, phrases, this.byPlace, tag !== undefined),
        topic: ask.topic,
        concept: ask.concept,
        source: ask.source,
      };
      const features = tag ? questionFeatures(ask, ask.question, distractors, facts, material, tag) : undefined;
      const quality = questionQuality(features);
      return [draft.question, ...(ask.wordings ?? [])].map((question, index) => ({
        draft: { ...draft, question },
        features: features ?? {},
        quality: quality - index * 0.01,
      }));
    });
  }
}

const isNear = (one: DraftQuestion, other: DraftQuestion): boolean =>
  likeness(one.question, other.question) >= 0.6 ||
  likeness(one.source.quote, other.source.quote) >= 0.6 ||
  (fold(one.answer) === fold(other.answer) && placeOf(one.source.pointer) === placeOf(other.source.pointer));

const shuffled = <T>(list: readonly T[], random: () => number): T[] =>
  list
    .map((item) => ({ item, at: random() }))
    .sort((left, right) => left.at - right.at)
    .map(({ item }) => item);

/** Stems of the words of the question frames, which do not belong to a question's subject. */
const frameWords = contentStems(
  'meant meaning describes described defined material statement gives true role play term names completes value directly comes applies say says said',
);

const subjectOf = (question: string): string =>
  [...contentStems(question)]
    .filter((word) => !frameWords.has(word))
    .sort()
    .join(' ');

const answerKey = ({ answer, source }: DraftQuestion): string => `${fold(answer)}@${placeOf(source.pointer)}`;

/** Whether a question was asked before in any wording, or has the same answer from the same place as such a question. */
function askedBefore(drafts: readonly DraftQuestion[], stems: readonly string[]): (draft: DraftQuestion) => boolean {
  if (stems.length === 0) return () => false;
  const subjects = new Set(stems.map(subjectOf));
  const near = new NearTexts(0.6, stems);
  for (const stem of stems) near.add(stem);
  const isNearStem = ({ question }: DraftQuestion): boolean => subjects.has(subjectOf(question)) || near.has(question);
  const answers = new Set(drafts.filter(isNearStem).map(answerKey));
  return (draft) => isNearStem(draft) || answers.has(answerKey(draft));
}

/** Which third of the material a place stands in. */
function thirds(facts: Facts): (place: number) => number {
  const places = facts.passages.map(({ passage }) => placeOf(passage.pointer));
  const first = places.reduce((least, place) => Math.min(least, place), Number.POSITIVE_INFINITY);
  const last = places.reduce((most, place) => Math.max(most, place), 0);
  return (place) => Math.min(2, Math.floor(((place - first) / Math.max(1, last - first + 1)) * 3));
}

/** A question that was chosen for a quiz. */
interface Chosen {
  made: Made;
  draft: DraftQuestion;
}

/** Questions of one slide in a quiz (docs/quality.md, `spread`). */
const mostOfAPlace = 2;
/** When a quiz has fewer questions than this, a slide may give more than `mostOfAPlace`. */
const fewestOfAQuiz = 5;
/** The share of a quiz that may come from one third of the material. */
const mostOfAThird = 0.42;
/** What a candidate loses for each question of its kind, place, table, concept or answer that was chosen before, in log-odds. */
const penalties = {
  sameType: 0.1,
  sameTypeQuantity: 0.4,
  samePlace: 0.45,
  crowdedPlace: 1.5,
  sameTable: 0.45,
  sameConcept: 0.8,
  sameAnswer: 1.2,
} as const;
/** Questions of less quality, in log-odds, fill a quiz up to the least number that a material is to give, and no further. */
const leastQuality = -0.8;
/** How much chance adds at most, so that quizzes differ. */
const variation = 0.4;
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
const tableOf = (fact: Fact): number | undefined => (fact.type === 'cell' ? fact.table : undefined);

/** Chooses questions one after another: the best candidate, given those that were chosen before. */
class QuestionChoice {
  readonly chosen: Chosen[] = [];
  private readonly left: Set<Made>;
  private readonly thirdOf: (place: number) => number;
  private readonly wanted: number;
  /** What the chosen questions are about. Each candidate is looked at again for each question, so nothing is counted anew. */
  private readonly counts = {
    types: new Counts<Fact['type']>(),
    places: new Counts<string>(),
    thirds: new Counts<number>(),
    tables: new Counts<number>(),
    concepts: new Counts<string>(),
    answers: new Counts<string>(),
  };

  constructor(facts: Facts, wanted: number, candidates: readonly Made[]) {
    this.thirdOf = thirds(facts);
    this.wanted = wanted;
    this.left = new Set(candidates);
  }

  /** Chooses until there are so many questions, or no candidate is left but those that a rule leaves out. Weak areas are exempt from it. */
  fill(most: number, isLeftOut: (one: Made) => boolean): void {
    for (let next = this.best(isLeftOut); next && this.chosen.length < most; next = this.best(isLeftOut)) this.take(next);
  }

  isCrowded = ({ fact }: Made): boolean => this.counts.places.of(placeKey(fact)) >= mostOfAPlace;

  isOneSided = ({ fact }: Made): boolean => this.counts.thirds.of(this.thirdOf(fact.place)) >= Math.ceil(this.wanted * mostOfAThird);

  private scoreOf({ fact, score, isWeak: weak, possible: [next] }: Made): number {
    const { types, places, tables, concepts, answers } = this.counts;
    const samePlace = places.of(placeKey(fact));
    const table = tableOf(fact);
    const sameTable = table === undefined ? 0 : tables.of(table);
    const sameConcept = next ? concepts.of(fold(next.draft.concept)) : 0;
    const sameAnswer = next ? answers.of(fold(next.draft.answer)) : 0;
    const typePenalty = fact.type === 'quantity' ? penalties.sameTypeQuantity : penalties.sameType;
    const placePenalty = weak ? 1 : samePlace >= mostOfAPlace ? penalties.crowdedPlace : penalties.samePlace;
    return (
      score +
      (weak ? weakAreaBonus : 0) -
      types.of(fact.type) * typePenalty -
      samePlace * placePenalty -
      sameTable * penalties.sameTable -
      (weak ? 0 : sameConcept * penalties.sameConcept) -
      sameAnswer * penalties.sameAnswer
    );
  }

  private best(isLeftOut: (one: Made) => boolean): Made | undefined {
    let found: Made | undefined;
    let highest = Number.NEGATIVE_INFINITY;
    for (const one of this.left) {
      if (!one.isWeak && isLeftOut(one)) continue;
      const score = this.scoreOf(one);
      if (score > highest) [found, highest] = [one, score];
    }
    return found;
  }

  private take(made: Made): void {
    const next = made.possible.find(({ draft }) => !this.chosen.some((other) => isNear(draft, other.draft)));
    if (next) this.add({ made, draft: next.draft });
    this.left.delete(made);
  }

  private add(chosen: Chosen): void {
    const { fact } = chosen.made;
    const { types, places, thirds: ofThirds, tables, concepts, answers } = this.counts;
    this.chosen.push(chosen);
    types.add(fact.type);
    places.add(placeKey(fact));
    ofThirds.add(this.thirdOf(fact.place));
    const table = tableOf(fact);
    if (table !== undefined) tables.add(table);
    concepts.add(fold(chosen.draft.concept));
    answers.add(fold(chosen.draft.answer));
  }
}

/** Questions beyond those that were asked for: the gate may refuse some. */
const spare = 4;

/** The questions that a material gives at least, by its words, where it has any that can be asked (docs/quality.md). */
const leastQuestions = ({ passages }: Source): number => {
  const words = passages.reduce((sum, { text }) => sum + wordCount(text), 0);
  return words >= 2_500 ? 12 : 6;
};

/**
 * Questions from facts, best first: weak areas lead, then the facts that are surest to make good questions, from all parts of the material and
 * of all kinds. There are more than asked for, since the gate may refuse some.
 */
export function questionsOf(
  source: Source,
  facts: Facts,
  phrases: Phrases,
  options: QuizOptions,
  preferences: ItemPreferences,
  tag: Tagger | undefined,
): DraftQuestion[] {
  const { random, count, avoidStems = [], difficultyLevel, weakAreas = [] } = options;
  const all = new QuestionBuilder(facts, phrases, options, tag).all();
  const isAsked = askedBefore(
    all.flatMap(({ possible }) => possible.map(({ draft }) => draft)),
    avoidStems,
  );
  const isWeak = ({ topic }: Fact, drafts: readonly DraftQuestion[]): boolean =>
    weakAreas.some(
      (area) =>
        fold(area.topic) === fold(topic) || (area.concept !== '' && drafts.some(({ concept }) => fold(area.concept) === fold(concept))),
    );
  const candidates = all.flatMap(({ fact, possible }): Made[] => {
    // Of the ways to ask for a fact the best are tried first; which of equal ones is random.
    const left = shuffled(possible, random)
      .filter(({ draft }) => !isAsked(draft))
      .sort((one, other) => other.quality - one.quality);
    const [first] = left;
    if (!first) return [];
    const drafts = left.map(({ draft }) => draft);
    return [
      {
        fact,
        possible: left,
        score: first.quality + difficultyBoost(difficultyLevel, fact) + random() * variation + preferences.boost(fact),
        isWeak: isWeak(fact, drafts),
      },
    ];
  });
  const choice = new QuestionChoice(facts, count, candidates);
  const isFill = ({ possible: [first] }: Made): boolean => (first?.quality ?? 0) < leastQuality;
  choice.fill(count, (one) => isFill(one) || choice.isCrowded(one) || choice.isOneSided(one));
  choice.fill(count * 2, (one) => isFill(one) || choice.isCrowded(one));
  choice.fill(Math.min(count + spare, leastQuestions(source)), choice.isCrowded);
  // Where nearly all facts stand on one slide, it may be asked about more often.
  choice.fill(Math.min(count, fewestOfAQuiz), () => false);
  return withOtherAngles(choice.chosen, options);
}

/**
 * Where the weak areas hold fewer facts than they should fill, their facts are asked from a second side, before questions on anything else:
 * at least seven in ten are to be on them (docs/quality.md, `regeneration`).
 */
function withOtherAngles(chosen: readonly Chosen[], options: QuizOptions): DraftQuestion[] {
  const weak = chosen.filter(({ made }) => made.isWeak);
  const others = chosen.filter(({ made }) => !made.isWeak).map(({ draft }) => draft);
  const first = weak.map(({ draft }) => draft);
  const wanted = Math.ceil(options.count * 0.75);
  const isTaken = (one: DraftQuestion, other: DraftQuestion): boolean =>
    likeness(one.question, other.question) >= 0.6 || fold(one.answer) === fold(other.answer);
  const second =
    first.length >= wanted ? [] : weak.flatMap(({ made, draft }) => made.possible.map((one) => one.draft).filter((one) => one !== draft));
  const added: DraftQuestion[] = [];
  for (const draft of second) {
    if (first.length + added.length >= wanted) break;
    if (![...first, ...added].some((other) => isTaken(draft, other))) added.push(draft);
  }
  const focused = [...first, ...added];
  if (!options.weakAreas?.length || focused.length >= wanted) return [...focused, ...others];
  // The quiz is shortened, so that its share of weak areas stays at 70 %.
  const total = Math.max(Math.min(3, options.count), Math.floor(focused.length / 0.7));
  return [...focused, ...others.slice(0, Math.max(0, total - focused.length))];
}
