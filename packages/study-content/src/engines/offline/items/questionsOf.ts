import { placeOf, type Source } from '@lectern/contracts';
import type { DraftQuestion, QuizOptions } from '../../../StudyContentEngine.ts';
import { contentStems, fold, likeness, wordCount } from '../../../text/words.ts';
import { NearTexts } from '../../../text/NearTexts.ts';
import type { Fact, Facts } from '../facts/Fact.ts';
import { difficultyBoost, type ItemPreferences } from '../itemPreferences.ts';
import type { Tagger } from '../languageModel.ts';
import type { Phrases } from '../phrases.ts';
import { tellsTerm, type Ask } from './Ask.ts';
import { leastOfChoice } from './AskBuilder.ts';
import { alteredPool, asksOf } from './asksOf.ts';
import { explain, statementsByPlace } from './explain.ts';
import { givesAway, pickDistractors, type Candidate } from './pickDistractors.ts';
import { Kinship } from './Kinship.ts';
import { Pools } from './Pools.ts';

/** A question that a fact can be asked by. */
interface Possible {
  ask: Ask;
  draft: DraftQuestion;
  weight: number;
}

type Pick = (family: number, most?: number, offered?: Candidate[]) => Candidate[] | undefined;

/** Wrong options, and the most that a question with them weighs. */
interface Choice {
  distractors: Candidate[];
  most: number;
}

/** A fact, with the questions that were not asked before; one of them is used. */
interface Made {
  fact: Fact;
  possible: Possible[];
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

/** The least weight of a question whose options are all from elsewhere in the material. */
const leastUnrelated = 3;
/** What a question loses when no option is near its key. */
const unrelatedPenalty = 2;
const fewOptionsPenalty = 0.6;
/** The most that a question weighs whose terms are not all of one kind; it only fills a quiz up. */
const mostOfFill = 2.5;
/** The same for terms: two of the key's kind beside another, all with facts of their own, one of its kind, none. */
const mostOfTerms = { two: 5.4, told: 4.8, one: 3.2, none: 0.5 } as const;

/** Makes the questions of facts from their asks. */
export class QuestionBuilder {
  private readonly pools: Pools;
  private readonly byFact: ReadonlyMap<Fact, Ask[]>;
  private readonly byPlace;
  private readonly phrases: Phrases;
  private readonly random: () => number;
  private readonly isEnglish: boolean;

  constructor(facts: Facts, phrases: Phrases, options: QuizOptions, tag: Tagger | undefined) {
    const { random } = options;
    this.isEnglish = tag !== undefined;
    const kinship = new Kinship(facts, tag);
    const context = { facts, phrases, isEnglish: this.isEnglish, random };
    this.byFact = new Map(considered(facts, options).map((fact) => [fact, asksOf(fact, context)]));
    this.pools = new Pools([...this.byFact.values()].flat(), facts, phrases, kinship, tag);
    this.byPlace = statementsByPlace(facts);
    this.phrases = phrases;
    this.random = random;
  }

  /** The facts with their questions. */
  all(): { fact: Fact; possible: Possible[] }[] {
    return [...this.byFact].map(([fact, asks]) => ({ fact, possible: asks.flatMap((ask) => this.questionOf(ask)) }));
  }

  /** Terms as wrong options: all of the key's kind, else terms of which the material tells something, else any. */
  private termsFor(ask: Ask, pick: Pick, candidates: Candidate[]): Choice | undefined {
    const told = candidates.filter(({ isTold }) => isTold);
    const tiers: [most: number, distractors: () => Candidate[] | undefined][] = [
      [Number.POSITIVE_INFINITY, () => pick(3) ?? pick(2, 2)],
      [mostOfTerms.two, () => pick(2, 3, told) ?? pick(2)],
      [mostOfTerms.told, () => (tellsTerm.has(ask.origin.type) ? pick(0, 3, told) : undefined)],
      [mostOfTerms.one, () => pick(1)],
      [mostOfTerms.none, () => pick(0)],
    ];
    for (const [most, offer] of tiers) {
      const distractors = offer();
      if (distractors) return { distractors, most };
    }
    return undefined;
  }

  /** Texts as wrong options: near the key, or from elsewhere in the material. */
  private textsFor(ask: Ask, pick: Pick): Choice | undefined {
    const asQuestion = ask.asQuestion ?? 0;
    const isStated = /^(?:told|meaning)\|/.test(ask.pool);
    const near = pick(ask.own || !this.isEnglish ? 0 : isStated ? 2 : 1);
    if (near) return { distractors: near, most: asQuestion };
    if (this.isEnglish && (asQuestion < leastUnrelated || !(isStated || /^(?:answer|item)\|/.test(ask.pool)))) return undefined;
    const far = pick(0) ?? (isStated ? pick(0, 3, this.pools.candidatesFor(ask, false)) : undefined);
    if (!far) return undefined;
    return {
      distractors: far,
      most: Math.min(asQuestion - (ask.own ? 0 : unrelatedPenalty), /^(?:told|item)\|/.test(ask.pool) ? mostOfFill : asQuestion),
    };
  }

  /** A question; none when there are too few wrong options, or a word of the question gives the key away. */
  private questionOf(ask: Ask): Possible[] {
    if (ask.asQuestion === undefined) return [];
    const { random, phrases } = this;
    const candidates = this.pools.candidatesFor(ask);
    const pick = (family: number, most = 3, offered = candidates) =>
      pickDistractors(ask.text, offered, ask.place, random, {
        family,
        most,
        quote: ask.own ? '' : ask.source.quote,
        mayShareSubject: ask.pool.startsWith('item|'),
      });
    const altered = ask.pool === alteredPool ? candidates : undefined;
    const isTerm = this.isEnglish && ask.pool.startsWith('term|');
    const choice = altered
      ? { distractors: altered, most: ask.asQuestion }
      : isTerm
        ? this.termsFor(ask, pick, candidates)
        : this.textsFor(ask, pick);
    if (!choice || (this.isEnglish && givesAway(ask.question, ask.text, choice.distractors))) return [];
    const { distractors } = choice;
    const weight = Math.min(ask.asQuestion, choice.most) - (distractors.length < 3 ? fewOptionsPenalty : 0);
    const draft: DraftQuestion = {
      question: ask.question,
      answer: ask.text,
      distractors: distractors.map(({ text, rationale }) => ({ text, rationale })),
      answerRationale: ask.rationale,
      explanation: explain(ask, distractors, phrases, this.byPlace, this.isEnglish),
      topic: ask.topic,
      concept: ask.concept,
      source: ask.source,
    };
    return [draft.question, ...(ask.wordings ?? [])].map((question, index) => ({
      ask,
      draft: { ...draft, question },
      weight: weight - index * 0.01,
    }));
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
/** How much a candidate loses for each question of its kind, place or table that was chosen before. */
const penalties = { sameType: 0.25, sameTypeQuantity: 1.05, samePlace: 1.2, crowdedPlace: 4, sameTable: 1.2, sameAnswer: 3 } as const;
/** What a candidate on a weak area gains: more than all penalties together. */
const weakAreaBonus = 100;

/** Chooses questions one after another: the best candidate, given those that were chosen before. */
class QuestionChoice {
  readonly chosen: Chosen[] = [];
  private readonly left: Set<Made>;
  private readonly thirdOf: (place: number) => number;
  private readonly wanted: number;

  constructor(facts: Facts, wanted: number, candidates: readonly Made[]) {
    this.thirdOf = thirds(facts);
    this.wanted = wanted;
    this.left = new Set(candidates);
  }

  /** Chooses until there are so many questions, or no candidate is left but those that a rule leaves out. Weak areas are exempt from it. */
  fill(most: number, isLeftOut: (one: Made) => boolean): void {
    for (let next = this.best(isLeftOut); next && this.chosen.length < most; next = this.best(isLeftOut)) this.take(next);
  }

  isCrowded = (one: Made): boolean => this.countAtPlace(one) >= mostOfAPlace;

  isOneSided = ({ fact }: Made): boolean =>
    this.count((other) => this.thirdOf(other.fact.place) === this.thirdOf(fact.place)) >= Math.ceil(this.wanted * mostOfAThird);

  private count(test: (one: Made) => boolean): number {
    return this.chosen.filter(({ made }) => test(made)).length;
  }

  private countAtPlace({ fact }: Made): number {
    return this.count((other) => other.fact.place === fact.place && other.fact.source.pointer.kind === fact.source.pointer.kind);
  }

  private scoreOf(one: Made): number {
    const { fact, score, isWeak: weak } = one;
    const sameType = this.count((other) => other.fact.type === fact.type);
    const samePlace = this.countAtPlace(one);
    const sameTable = this.count((other) => fact.type === 'cell' && other.fact.type === 'cell' && other.fact.table === fact.table);
    const [next] = one.possible;
    const sameAnswer = this.chosen.filter(({ draft }) => next && fold(draft.answer) === fold(next.draft.answer)).length;
    const typePenalty = fact.type === 'quantity' ? penalties.sameTypeQuantity : penalties.sameType;
    const placePenalty = weak ? 1 : samePlace >= mostOfAPlace ? penalties.crowdedPlace : penalties.samePlace;
    return (
      score +
      (weak ? weakAreaBonus : 0) -
      sameType * typePenalty -
      samePlace * placePenalty -
      sameTable * penalties.sameTable -
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
    if (next) this.chosen.push({ made, draft: next.draft });
    this.left.delete(made);
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
      .sort((one, other) => Math.round(other.weight) - Math.round(one.weight) || (one.ask === other.ask ? other.weight - one.weight : 0));
    const [first] = left;
    if (!first) return [];
    const drafts = left.map(({ draft }) => draft);
    return [
      {
        fact,
        possible: left,
        score: first.weight + difficultyBoost(difficultyLevel, fact) + random() + preferences.boost(fact),
        isWeak: isWeak(fact, drafts),
      },
    ];
  });
  const choice = new QuestionChoice(facts, count, candidates);
  const isFill = ({ possible: [first] }: Made): boolean => (first?.weight ?? 0) < leastOfChoice;
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
