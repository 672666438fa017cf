import type { DraftQuestion, QuizOptions } from '../../../StudyContentEngine.ts';
import { fold } from '../../../text/words.ts';
import type { Fact, Facts } from '../facts/Fact.ts';
import type { Tagger } from '../posTagger.ts';
import type { Phrases } from '../phrases.ts';
import type { Ask } from './Ask.ts';
import { asksOf } from './asksOf.ts';
import type { Candidate } from './Candidate.ts';
import { explain, statementsByPlace } from './explain.ts';
import { itemWorth } from './itemWorth.ts';
import { fittingCandidates, pickDistractors, type PickOptions } from './pickDistractors.ts';
import { Pools } from './Pools.ts';
import { Relatedness } from './Relatedness.ts';
import { hasStemCue } from './stemCues.ts';

/** A question that a fact can be asked by. */
export interface PossibleQuestion {
  draft: DraftQuestion;
  worth: number;
}

/** The most facts that are turned into questions. Of more facts a random sample is used, with all facts on weak areas. */
const mostConsidered = 600;

function considered({ facts }: Facts, { random, weakAreas = [] }: QuizOptions): Fact[] {
  if (facts.length <= mostConsidered) return facts;
  const weak = new Set(weakAreas.map(({ topic }) => fold(topic)));
  const share = mostConsidered / facts.length;
  return facts.filter(({ topic }) => weak.has(fold(topic)) || random() < share);
}

/** How many distractors a question has, and how many of them are siblings of the key or near it, in the order in which it is tried. */
const tries: readonly PickOptions[] = [
  { most: 3, minRelated: 3 },
  { most: 3, minRelated: 2 },
  { most: 2, minRelated: 2 },
  { most: 3, minRelated: 1 },
];
/** Terms that the material defines are of one kind anywhere in it. */
const triesOfTerm: readonly PickOptions[] = [...tries, { most: 3, minRelated: 0 }];
/** The same for options of an ask's own, and where nothing is known of relatedness. */
const plainTries: readonly PickOptions[] = [
  { most: 3, minRelated: 0 },
  { most: 2, minRelated: 0 },
];

/** Makes the questions of facts from their asks. */
export class QuestionBuilder {
  private readonly pools: Pools;
  private readonly byFact: ReadonlyMap<Fact, Ask[]>;
  private readonly byPlace;
  private readonly facts: Facts;
  private readonly phrases: Phrases;
  private readonly random: () => number;
  private readonly isEnglish: boolean;

  constructor(facts: Facts, phrases: Phrases, options: QuizOptions, tag: Tagger | undefined) {
    this.isEnglish = tag !== undefined;
    const context = { facts, phrases, isEnglish: this.isEnglish };
    this.byFact = new Map(considered(facts, options).map((fact) => [fact, asksOf(fact, context)]));
    this.pools = new Pools([...this.byFact.values()].flat(), facts, phrases, new Relatedness(facts, tag), this.isEnglish);
    this.byPlace = statementsByPlace(facts);
    this.facts = facts;
    this.phrases = phrases;
    this.random = options.random;
  }

  /** The facts with their questions. */
  all(): { fact: Fact; possible: PossibleQuestion[] }[] {
    return [...this.byFact].map(([fact, asks]) => ({ fact, possible: asks.flatMap((ask) => this.questionsFor(ask)) }));
  }

  /** Choices of distractors that do not give the key away. */
  private choicesFor(ask: Ask): Candidate[][] {
    const fitting = fittingCandidates(ask.text, this.pools.candidatesFor(ask), ask.own ? '' : ask.source.quote);
    const found = new Map<string, Candidate[]>();
    const wanting = ask.own || !this.isEnglish ? plainTries : ask.pool?.kind === 'term' ? triesOfTerm : tries;
    for (const wanted of wanting) {
      const choice = pickDistractors(ask.text, fitting, this.random, wanted);
      if (!choice || (this.isEnglish && hasStemCue(ask.question, ask.text, choice))) continue;
      found.set(
        choice
          .map(({ text }) => text)
          .sort()
          .join('|'),
        choice,
      );
    }
    return [...found.values()];
  }

  /** A question with each choice of distractors; none when there are too few, or a word of the question gives the key away. */
  private questionsFor(ask: Ask): PossibleQuestion[] {
    if (!ask.asQuestion) return [];
    return this.choicesFor(ask).map((distractors, tried) => ({
      draft: {
        question: ask.question,
        answer: ask.text,
        distractors: distractors.map(({ text, rationale }) => ({ text, rationale })),
        answerRationale: ask.rationale,
        explanation: explain(ask, distractors, this.phrases, this.byPlace, this.isEnglish),
        topic: ask.topic,
        concept: ask.concept,
        source: ask.source,
      },
      worth: itemWorth(ask, this.facts) - tried * 0.1,
    }));
  }
}
