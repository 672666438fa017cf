import type { Source } from '@lectern/contracts';
import type { DraftQuestion, QuizOptions } from '../../engine.ts';
import { placeOf } from '../../pointers.ts';
import { contentStems, fold, likeness, shared } from '../../words.ts';
import type { Fact, Facts } from '../facts.ts';
import type { Phrases } from '../phrases.ts';
import type { Maker } from './maker.ts';
import { ofList, ofSequence } from './ofLists.ts';
import { ofQuantity } from './ofQuantity.ts';
import { ofClause, ofHolding, ofReason, ofRule } from './ofSentences.ts';
import { ofCell, ofHighest } from './ofTables.ts';
import { ofAttribute, ofDefinition, ofLabel } from './ofTerms.ts';

interface Made {
  fact: Fact;
  draft: DraftQuestion;
  score: number;
}

/** How sure each finder is of what it makes, by what readers said of it. */
const worth: Record<Fact['type'], number> = {
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
  duty: 0,
  exchange: 0,
};

/** Every question that a fact can be asked by. */
function draftsOf(maker: Maker, fact: Fact): DraftQuestion[] {
  switch (fact.type) {
    case 'definition':
      return ofDefinition(maker, fact);
    case 'label':
      return ofLabel(maker, fact);
    case 'attribute':
      return ofAttribute(maker, fact);
    case 'list':
      return fact.isOrdered ? ofSequence(maker, fact) : ofList(maker, fact);
    case 'cell':
      return ofCell(maker, fact);
    case 'highest':
      return ofHighest(maker, fact);
    case 'clause':
      return ofClause(maker, fact);
    case 'rule':
      return ofRule(maker, fact);
    case 'reason':
      return ofReason(maker, fact);
    case 'quantity':
      return ofQuantity(maker, fact);
    case 'holding':
      return ofHolding(maker, fact);
    // Good for cards alone: wrong options for them are either absurd or also right.
    case 'acronym':
    case 'duty':
    case 'exchange':
      return [];
  }
}

function isWeak(fact: Fact, draft: DraftQuestion, options: QuizOptions): boolean {
  return (options.weakAreas ?? []).some(
    ({ topic, concept }) =>
      fold(topic) === fold(fact.topic) ||
      (concept !== '' &&
        (fold(concept) === fold(draft.concept) || shared(contentStems(concept), contentStems(`${draft.concept} ${draft.question}`)) >= 2)),
  );
}

const hardFacts = new Set<Fact['type']>(['clause', 'cell', 'holding', 'rule', 'reason', 'attribute']);

function scoreOf(fact: Fact, draft: DraftQuestion, options: QuizOptions): number {
  const completes = draft.question.startsWith('Which of these completes') ? 1.2 : 0;
  const fewOptions = draft.distractors.length < 3 ? 0.6 : 0;
  const fitting =
    (options.difficultyLevel === 'hard' && hardFacts.has(fact.type)) || (options.difficultyLevel === 'easy' && fact.type === 'definition')
      ? 1.5
      : 0;
  return worth[fact.type] - completes - fewOptions + fitting + options.random() + (isWeak(fact, draft, options) ? 100 : 0);
}

/**
 * Questions from facts, best first: weak areas lead, then what finders are surest of, with no part of the material
 * and no kind of question taking over. More than asked for, as the gate may refuse some.
 */
export function questionsOf(source: Source, facts: Facts, phrases: Phrases, options: QuizOptions): DraftQuestion[] {
  const maker: Maker = { facts, phrases, random: options.random, isEnglish: source.language === 'en' };
  const avoided = options.avoidStems ?? [];
  const isAvoided = ({ question }: DraftQuestion): boolean => avoided.some((other) => likeness(other, question) >= 0.6);
  const left = new Set(
    facts.facts.flatMap((fact): Made[] => {
      const drafts = draftsOf(maker, fact).filter((draft) => !isAvoided(draft));
      // One question a fact; the other angles are for the next quiz.
      const draft = drafts[Math.floor(options.random() * drafts.length)];
      return draft ? [{ fact, draft, score: scoreOf(fact, draft, options) }] : [];
    }),
  );
  const places = facts.passages.map(({ passage }) => placeOf(passage.pointer));
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const thirdOf = (place: number): number => Math.min(2, Math.floor(((place - first) / Math.max(1, last - first + 1)) * 3));
  const chosen: Made[] = [];
  const count = (test: (one: Made) => boolean): number => chosen.filter(test).length;
  for (const strict of [true, false]) {
    while (chosen.length < options.count * 2 && left.size > 0) {
      let best: Made | undefined;
      let bestScore = Number.NEGATIVE_INFINITY;
      for (const one of left) {
        const samePlace = count(
          (other) => other.fact.place === one.fact.place && other.fact.source.pointer.kind === one.fact.source.pointer.kind,
        );
        const sameThird = count((other) => thirdOf(other.fact.place) === thirdOf(one.fact.place));
        if (strict && one.score < 100 && (samePlace >= 2 || sameThird >= Math.ceil(options.count * 0.42))) continue;
        const sameType = count((other) => other.fact.type === one.fact.type);
        const sameColumn = count((other) => one.fact.type === 'cell' && other.fact.type === 'cell' && other.fact.table === one.fact.table);
        const score =
          one.score - sameType * 0.35 - samePlace * 1.2 - sameColumn * 1.5 - (one.fact.type === 'quantity' ? sameType * 0.7 : 0);
        if (score > bestScore) [best, bestScore] = [one, score];
      }
      if (!best) break;
      left.delete(best);
      chosen.push(best);
      if (strict && chosen.length >= options.count) break;
    }
  }
  return chosen.map(({ draft }) => draft);
}
