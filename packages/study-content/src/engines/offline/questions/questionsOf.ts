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
  /** Every way to ask it that was not asked before; one of them is taken. */
  drafts: DraftQuestion[];
  score: number;
  isWeak: boolean;
}

/** how sure each extractor is of what it makes, by what readers said of it. */
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
    // Good for cards alone: wrong options for them are either absurd or also right.
    case 'acronym':
    case 'contrast':
    case 'duty':
      return [];
  }
}

const isWeak = (fact: Fact, draft: DraftQuestion, { weakAreas = [] }: QuizOptions): boolean =>
  weakAreas.some(({ topic, concept }) => fold(topic) === fold(fact.topic) || (concept !== '' && fold(concept) === fold(draft.concept)));

/** Questions of one slide in a quiz (docs/quality.md, "Spread"). */
const mostOfAPlace = 2;
/** With fewer questions than this by the strict rules, wrong options may come from further away. */
const fewestStrict = 8;
/** With fewer questions than this, a slide may give more. */
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

/** So many facts are turned into questions; of more than that a part is drawn, with all that the learner is weak in. */
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

/** Words of our own around what a question is about. */
const ownWords = contentStems(
  'meant meaning describes described defined material statement gives true role play term names completes value directly comes',
);

const subjectOf = (question: string): string =>
  [...contentStems(question)]
    .filter((word) => !ownWords.has(word))
    .sort()
    .join(' ');

const answerKey = ({ answer, source }: DraftQuestion): string => `${fold(answer)}@${placeOf(source.pointer)}`;

/** Whether a question was asked before, in whatever wording, or has the answer of one that was, from the same place. */
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

/**
 * Questions from facts, best first: weak areas lead, then what extractors are surest of, with no part of the material
 * and no kind of question taking over. More than asked for, as the gate may refuse some.
 */
export function questionsOf(
  source: Source,
  facts: Facts,
  phrases: Phrases,
  options: QuizOptions,
  preferences: ItemPreferences,
): DraftQuestion[] {
  const byType = Object.groupBy(facts.facts, ({ type }) => type);
  const context: QuestionContext = {
    facts,
    byType,
    phrases,
    random: options.random,
    isEnglish: source.language === 'en',
    isLenient: false,
  };
  const all = considered(facts, options).map((fact) => ({ fact, drafts: draftsOf(context, fact) }));
  const isAsked = askedBefore(
    all.flatMap(({ drafts }) => drafts),
    options.avoidStems ?? [],
  );
  const asMade = (fact: Fact, possible: DraftQuestion[]): Made[] => {
    const drafts = shuffled(
      possible.filter((draft) => !isAsked(draft)),
      options.random,
    );
    const [draft] = drafts;
    return draft
      ? [{ fact, drafts, score: scoreOf(fact, draft, options) + preferences.boost(fact), isWeak: isWeak(fact, draft, options) }]
      : [];
  };
  let left = new Set(all.flatMap(({ fact, drafts: possible }) => asMade(fact, possible)));
  const thirdOf = thirds(facts);
  const chosen: { made: Made; draft: DraftQuestion }[] = [];
  const count = (test: (one: Made) => boolean): number => chosen.filter(({ made }) => test(made)).length;
  const wanted = options.count * 2;

  const scoreNow = ({ fact, score, isWeak: weak }: Made): number => {
    const sameType = count((other) => other.fact.type === fact.type);
    const samePlace = count((other) => other.fact.place === fact.place && other.fact.source.pointer.kind === fact.source.pointer.kind);
    const sameColumn = count((other) => fact.type === 'cell' && other.fact.type === 'cell' && other.fact.table === fact.table);
    const crowded = weak ? samePlace : samePlace >= 2 ? samePlace * 4 : samePlace * 1.2;
    return score + (weak ? 100 : 0) - sameType * (fact.type === 'quantity' ? 1.05 : 0.35) - crowded - sameColumn * 1.5;
  };
  const isCrowded = ({ fact }: Made): boolean =>
    count((other) => other.fact.place === fact.place && other.fact.source.pointer.kind === fact.source.pointer.kind) >= mostOfAPlace;
  const isOneSided = ({ fact }: Made): boolean =>
    count((other) => thirdOf(other.fact.place) === thirdOf(fact.place)) >= Math.ceil(options.count * 0.42);
  const best = (isLeftOut: (one: Made) => boolean): Made | undefined => {
    let found: Made | undefined;
    let highest = Number.NEGATIVE_INFINITY;
    for (const one of left) {
      if (!one.isWeak && isLeftOut(one)) continue;
      const score = scoreNow(one);
      if (score > highest) [found, highest] = [one, score];
    }
    return found;
  };
  const take = (made: Made): void => {
    const draft = made.drafts.find((one) => !chosen.some((other) => isNear(one, other.draft)));
    if (draft) chosen.push({ made, draft });
    left.delete(made);
  };
  const fill = (most: number, isLeftOut: (one: Made) => boolean): void => {
    for (let next = best(isLeftOut); next && chosen.length < most; next = best(isLeftOut)) take(next);
  };
  fill(options.count, (one) => isCrowded(one) || isOneSided(one));
  fill(wanted, isCrowded);
  const enough = Math.min(options.count, fewestStrict);
  if (chosen.length < enough && context.isEnglish) {
    const used = new Set(chosen.map(({ made }) => made.fact));
    const lenient = { ...context, isLenient: true };
    left = new Set(all.flatMap(({ fact }) => (used.has(fact) ? [] : asMade(fact, draftsOf(lenient, fact)))));
    fill(enough, isCrowded);
  }
  // A slide that says nearly all that the material says may be asked about more often, but only for a quiz at all.
  fill(Math.min(options.count, fewestOfAQuiz), () => false);

  return withOtherAngles(
    chosen.map(({ draft, made }) => ({ draft, made })),
    options,
  );
}

/**
 * Where the weak areas hold fewer facts than they should fill, their facts are asked from a second side, before questions on anything else:
 * at least seven in ten are to be on them (docs/quality.md, "After regenerate").
 */
function withOtherAngles(chosen: { made: Made; draft: DraftQuestion }[], options: QuizOptions): DraftQuestion[] {
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
  // Fewer questions rather than a quiz on something else.
  const total = Math.max(Math.min(3, options.count), Math.floor(focused.length / 0.7));
  return [...focused, ...others.slice(0, Math.max(0, total - focused.length))];
}
