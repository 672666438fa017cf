import type { DraftQuestion, QuizOptions } from '../../../StudyContentEngine.ts';
import { fold } from '../../../text/words.ts';
import type { Fact, Facts } from '../facts/Fact.ts';
import type { Tagger } from '../posTagger.ts';
import type { Phrases } from '../phrases.ts';
import { tellsTerm, type Ask } from './Ask.ts';
import { asksOf } from './asksOf.ts';
import { explain, statementsByPlace } from './explain.ts';
import type { Candidate, FittingCandidate } from './Candidate.ts';
import { fittingCandidates, pickDistractors } from './pickDistractors.ts';
import { Relatedness } from './Relatedness.ts';
import { Pools } from './Pools.ts';
import { askFeatures, materialFeatures, questionFeatures, type ItemFeatures, type MaterialFeatures } from './quality/itemFeatures.ts';
import { questionQuality } from './quality/itemQuality.ts';
import { hasStemCue } from './stemCues.ts';

/** A question that a fact can be asked by. */
export interface PossibleQuestion {
  draft: DraftQuestion;
  features: ItemFeatures;
  quality: number;
}

/** Picks distractors, at least `minRelated` of them siblings of the key or near it. */
type PickTry = (minRelated: number, most?: number, offered?: readonly FittingCandidate[]) => Candidate[] | undefined;

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
  private *termsFor(ask: Ask, pick: PickTry, fittingDefined: () => readonly FittingCandidate[]): Generator<Candidate[] | undefined> {
    yield pick(3);
    yield pick(2, 2);
    const defined = fittingDefined();
    yield pick(2, 3, defined);
    yield pick(2);
    if (tellsTerm.has(ask.origin.type)) yield pick(0, 3, defined);
    yield pick(1);
    yield pick(0);
  }

  /** Texts as wrong options, in several choices: near the key, or from elsewhere in the material. */
  private *textsFor(ask: Ask, pick: PickTry, withLooser: () => readonly FittingCandidate[]): Generator<Candidate[] | undefined> {
    const isEnglish = this.tag !== undefined;
    const kind = ask.pool?.kind;
    const isStated = kind === 'told' || kind === 'meaning';
    yield pick(ask.own || !isEnglish ? 0 : isStated ? 2 : 1);
    if (isEnglish && !isStated && kind !== 'answer' && kind !== 'item') return;
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
      pickDistractors(ask.text, offered, ask.place, random, { minRelated, most, mayShareSubject: ask.pool?.kind === 'item' });
    const choices =
      tag && ask.pool?.kind === 'term'
        ? this.termsFor(ask, pick, () => fittingOf(candidates.filter(({ isDefined }) => isDefined)))
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
    const choices = this.choicesFor(ask);
    if (choices.length === 0) return [];
    const own = tag && askFeatures(ask, ask.question, facts, material, tag);
    return choices.flatMap((distractors) => {
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
      const features = tag && own ? questionFeatures(own, ask, distractors, facts, material, tag) : undefined;
      const quality = questionQuality(features);
      return [draft.question, ...(ask.wordings ?? [])].map((question, index) => ({
        draft: { ...draft, question },
        features: features ?? {},
        quality: quality - index * 0.01,
      }));
    });
  }
}
