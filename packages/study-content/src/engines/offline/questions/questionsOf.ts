import type { Source } from '@lectern/contracts';
import type { DraftQuestion, QuizOptions } from '../../../StudyContentEngine.ts';
import { placeOf } from '../../../text/pointers.ts';
import { contentStems, fold, likeness } from '../../../text/words.ts';
import { NearTexts } from '../../../text/NearTexts.ts';
import type { Fact, Facts } from '../facts.ts';
import type { ItemPreferences } from '../itemPreferences.ts';
import type { Phrases } from '../phrases.ts';
import type { QuestionContext } from './distractors.ts';
import { listQuestions, sequenceQuestions } from './listQuestions.ts';
import { quantityQuestions } from './quantityQuestions.ts';
import { clauseQuestions, exchangeQuestions, holdingQuestions, reasonQuestions, ruleQuestions } from './sentenceQuestions.ts';
import { cellQuestions, highestQuestions } from './tableQuestions.ts';
import { attributeQuestions, definitionQuestions, labelQuestions } from './termQuestions.ts';

interface Made {
  fact: Fact;
  /** The possible questions about the fact that were not asked before; one of them is used. */
  drafts: DraftQuestion[];
  score: number;
  isWeak: boolean;
}

/** The reliability of each type of fact, as judged by readers. */
const weights: Record<Fact['type'], number> = {
  definition: 9,
  holding: 9,
  rule: 8.6,
  reason: 8.6,
  cell: 8.4,
  attribute: 8.2,
  list: 8.2,
  clause: 7.2,
  label: 7,
  quantity: 6.6,
  highest: 6,
  acronym: 0,
  contrast: 0,
  duty: 0,
  exchange: 8,
};

/** Every question that a fact can be asked by. */
function draftsOf(context: QuestionContext, fact: Fact): DraftQuestion[] {
  switch (fact.type) {
    case 'definition':
      return definitionQuestions(context, fact);
    case 'label':
      return labelQuestions(context, fact);
    case 'attribute':
      return attributeQuestions(context, fact);
    case 'list':
      return fact.isOrdered ? sequenceQuestions(context, fact) : listQuestions(context, fact);
    case 'cell':
      return cellQuestions(context, fact);
    case 'highest':
      return highestQuestions(context, fact);
    case 'clause':
      return clauseQuestions(context, fact);
    case 'rule':
      return ruleQuestions(context, fact);
    case 'reason':
      return reasonQuestions(context, fact);
    case 'quantity':
      return quantityQuestions(context, fact);
    case 'holding':
      return holdingQuestions(context, fact);
    case 'exchange':
      return exchangeQuestions(context, fact);
    // Used for cards only: their distractors would be absurd, or also right.
    case 'acronym':
    case 'contrast':
    case 'duty':
      return [];
  }
}

const isWeak = (fact: Fact, draft: DraftQuestion, { weakAreas = [] }: QuizOptions): boolean =>
  weakAreas.some(({ topic, concept }) => fold(topic) === fold(fact.topic) || (concept !== '' && fold(concept) === fold(draft.concept)));

/** Questions of one slide in a quiz (docs/quality.md, `spread`). */
const mostOfAPlace = 2;
/** When the strict rules give fewer questions than this, distractors may come from further away (`isLenient`). */
const fewestStrict = 8;
/** When a quiz has fewer questions than this, a slide may give more than `mostOfAPlace`. */
const fewestOfAQuiz = 5;

const hardFacts = new Set<Fact['type']>(['clause', 'cell', 'holding', 'rule', 'reason', 'attribute']);

function scoreOf(fact: Fact, draft: DraftQuestion, options: QuizOptions): number {
  const completes = draft.question.startsWith('Which of these completes') ? 1.2 : 0;
  const fewOptions = draft.distractors.length < 3 ? 0.6 : 0;
  const fitting =
    (options.difficultyLevel === 'hard' && hardFacts.has(fact.type)) || (options.difficultyLevel === 'easy' && fact.type === 'definition')
      ? 1.5
      : 0;
  return weights[fact.type] - completes - fewOptions + fitting + options.random();
}

/** The most facts that are turned into questions. Of more facts a random sample is used, with all facts on weak areas. */
const mostConsidered = 600;

function considered({ facts }: Facts, { random, weakAreas = [] }: QuizOptions): Fact[] {
  if (facts.length <= mostConsidered) return facts;
  const weak = new Set(weakAreas.map(({ topic }) => fold(topic)));
  const share = mostConsidered / facts.length;
  return facts.filter(({ topic }) => weak.has(fold(topic)) || random() < share);
}

const isNear = (one: DraftQuestion, other: DraftQuestion): boolean =>
  likeness(one.question, other.question) >= 0.6 ||
  (fold(one.answer) === fold(other.answer) && placeOf(one.source.pointer) === placeOf(other.source.pointer));

const shuffled = <T>(list: T[], random: () => number): T[] =>
  list
    .map((item) => ({ item, at: random() }))
    .sort((left, right) => left.at - right.at)
    .map(({ item }) => item);

/** Stems of the words of the question frames, which do not belong to a question's subject. */
const ownWords = contentStems(
  'meant meaning describes described defined material statement gives true role play term names completes value directly comes',
);

const subjectOf = (question: string): string =>
  [...contentStems(question)]
    .filter((word) => !ownWords.has(word))
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

/** How much a candidate loses for each question of its kind, place or table that was chosen before. */
const penalties = { sameType: 0.35, sameTypeQuantity: 1.05, samePlace: 1.2, crowdedPlace: 4, sameTable: 1.5 } as const;
/** What a candidate on a weak area gains: more than all penalties together. */
const weakAreaBonus = 100;
/** The share of a quiz that may come from one third of the material. */
const mostOfAThird = 0.42;

/** Chooses questions one after another: the best candidate, given those that were chosen before. */
class QuestionChoice {
  readonly chosen: Chosen[] = [];
  private left = new Set<Made>();
  private readonly thirdOf: (place: number) => number;
  private readonly wanted: number;

  constructor(facts: Facts, wanted: number) {
    this.thirdOf = thirds(facts);
    this.wanted = wanted;
  }

  /** Replaces the candidates that are left. */
  offer(candidates: readonly Made[]): void {
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
    const typePenalty = fact.type === 'quantity' ? penalties.sameTypeQuantity : penalties.sameType;
    const placePenalty = weak ? 1 : samePlace >= mostOfAPlace ? penalties.crowdedPlace : penalties.samePlace;
    return score + (weak ? weakAreaBonus : 0) - sameType * typePenalty - samePlace * placePenalty - sameTable * penalties.sameTable;
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
    const draft = made.drafts.find((one) => !this.chosen.some((other) => isNear(one, other.draft)));
    if (draft) this.chosen.push({ made, draft });
    this.left.delete(made);
  }
}

/**
 * Questions from facts, best first: weak areas lead, then the facts that extractors are surest of, from all parts of the material and of all
 * kinds. There are more than asked for, since the gate may refuse some.
 */
export function questionsOf(
  source: Source,
  facts: Facts,
  phrases: Phrases,
  options: QuizOptions,
  preferences: ItemPreferences,
): DraftQuestion[] {
  const { random, count, avoidStems = [] } = options;
  const byType = Object.groupBy(facts.facts, ({ type }) => type);
  const context: QuestionContext = { facts, byType, phrases, random, isEnglish: source.language === 'en', isLenient: false };
  const all = considered(facts, options).map((fact) => ({ fact, drafts: draftsOf(context, fact) }));
  const isAsked = askedBefore(
    all.flatMap(({ drafts }) => drafts),
    avoidStems,
  );
  const candidatesOf = (fact: Fact, possible: DraftQuestion[]): Made[] => {
    const drafts = shuffled(
      possible.filter((draft) => !isAsked(draft)),
      random,
    );
    const [draft] = drafts;
    if (!draft) return [];
    return [{ fact, drafts, score: scoreOf(fact, draft, options) + preferences.boost(fact), isWeak: isWeak(fact, draft, options) }];
  };
  const choice = new QuestionChoice(facts, count);
  choice.offer(all.flatMap(({ fact, drafts }) => candidatesOf(fact, drafts)));
  choice.fill(count, (one) => choice.isCrowded(one) || choice.isOneSided(one));
  choice.fill(count * 2, choice.isCrowded);
  const enough = Math.min(count, fewestStrict);
  if (choice.chosen.length < enough && context.isEnglish) {
    const used = new Set(choice.chosen.map(({ made }) => made.fact));
    const lenient = { ...context, isLenient: true };
    choice.offer(all.flatMap(({ fact }) => (used.has(fact) ? [] : candidatesOf(fact, draftsOf(lenient, fact)))));
    choice.fill(enough, choice.isCrowded);
  }
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
  const second = first.length >= wanted ? [] : weak.flatMap(({ made, draft }) => made.drafts.filter((one) => one !== draft));
  const added: DraftQuestion[] = [];
  for (const draft of second) {
    if (first.length + added.length >= wanted) break;
    if (![...first, ...added].some((other) => isNear(draft, other))) added.push(draft);
  }
  const focused = [...first, ...added];
  if (!options.weakAreas?.length || focused.length >= wanted) return [...focused, ...others];
  // The quiz is shortened, so that its share of weak areas stays at 70 %.
  const total = Math.max(Math.min(3, options.count), Math.floor(focused.length / 0.7));
  return [...focused, ...others.slice(0, Math.max(0, total - focused.length))];
}
