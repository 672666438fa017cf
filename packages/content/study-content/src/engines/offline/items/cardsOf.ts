import { Counter, evenlySpaced } from '../../../text/collections.ts';
import type { CardOptions, DraftCard } from '../../../StudyContentEngine.ts';
import { NearTexts } from '../../../text/NearTexts.ts';
import { contentStems, fold, shared, wordCount } from '../../../text/words.ts';
import type { Fact, Facts } from '../facts/Fact.ts';
import { difficultyBoost, type ItemPreferences } from '../itemPreferences.ts';
import type { Phrases } from '../phrases.ts';
import { itemSpecsOf } from './itemSpecsOf.ts';
import { itemScore } from './ItemSpec.ts';

/** A card with its fact and score. */
export interface RankedCard {
  card: DraftCard;
  fact: Fact;
  score: number;
}

function isCircular({ front, back }: DraftCard): boolean {
  const words = contentStems(back);
  return words.size > 0 && shared(words, contentStems(front)) / words.size > 0.6;
}

const sayingNothing = contentStems('else other others various several thing things object way field term use everything something');

/** Whether a definition says nothing: "everything else". */
const isEmpty = ({ type }: Fact, { back }: DraftCard): boolean =>
  type === 'definition' && [...contentStems(back)].filter((word) => !sayingNothing.has(word)).length < 2;

/** Maximum number of facts to consider, more than a deck holds. Beyond it, an even sample is used. */
const maxConsidered = 2_000;
/** Score penalty per earlier card of the same place. */
const samePlacePenalty = 0.1;

function possibleCards(facts: Facts, phrases: Phrases, isEnglish: boolean): RankedCard[] {
  return evenlySpaced(facts.facts, maxConsidered).flatMap((fact) =>
    itemSpecsOf(fact, { facts, phrases, isEnglish }).flatMap((spec): RankedCard[] =>
      spec.asCard
        ? [
            {
              card: { front: spec.front ?? spec.question, back: spec.back ?? spec.text, source: spec.source },
              fact,
              score: itemScore(spec, facts),
            },
          ]
        : [],
    ),
  );
}

/** The distinctive words of a front, without frames such as “What is meant by”. */
const distinctiveWords = ({ front }: DraftCard): string => [...contentStems(front)].join(' ') || front;

/** Ranks the cards of the facts: best first, spread over the material, without near-duplicates. */
export function rankedCards(
  facts: Facts,
  phrases: Phrases,
  isEnglish: boolean,
  { avoidFronts = [], difficultyLevel }: Pick<CardOptions, 'avoidFronts' | 'difficultyLevel'> = {},
  preferences: ItemPreferences = { boost: () => 0 },
): RankedCard[] {
  const avoided = new Set(avoidFronts.map(fold));
  const made = possibleCards(facts, phrases, isEnglish).filter(({ card }) => !avoided.has(fold(card.front)));
  const perPlace = new Counter<number>();
  const ranked = made
    .toSorted((left, right) => right.score - left.score)
    .flatMap((one): RankedCard[] => {
      const before = perPlace.of(one.fact.place);
      perPlace.add(one.fact.place);
      const boost = preferences.boost(one.fact) + difficultyBoost(difficultyLevel, one.fact);
      return [{ ...one, score: one.score - before * samePlacePenalty + boost }];
    })
    .sort((left, right) => right.score - left.score || left.fact.index - right.fact.index);
  const fronts = new NearTexts(
    0.8,
    ranked.map(({ card }) => distinctiveWords(card)),
  );
  const backs = new NearTexts(
    0.8,
    ranked.map(({ card }) => card.back),
  );
  const quotes = new Set<string>();
  return ranked.filter(({ card, fact }) => {
    if (isEnglish && (isCircular(card) || isEmpty(fact, card))) return false;
    // One card per sentence, because two would give each other away.
    const quote = `${fact.index}|${card.source.quote}`;
    if (fact.type !== 'list' && fact.type !== 'acronym' && quotes.has(quote)) return false;
    if ((wordCount(card.back) >= 4 && backs.has(card.back)) || fronts.has(distinctiveWords(card))) return false;
    quotes.add(quote);
    backs.add(card.back);
    fronts.add(distinctiveWords(card));
    return true;
  });
}

/** The best `count` cards in source order, followed by the rest. */
export function cardsInOrder(ranked: readonly RankedCard[], count: number): DraftCard[] {
  const best = ranked.slice(0, count).sort((left, right) => left.fact.index - right.fact.index);
  return [...best, ...ranked.slice(count)].map(({ card }) => card);
}

/** Makes cards from facts. There may be more than requested, since the gate may refuse some. */
export const cardsOf = (
  facts: Facts,
  phrases: Phrases,
  isEnglish: boolean,
  options: CardOptions,
  preferences?: ItemPreferences,
): DraftCard[] => cardsInOrder(rankedCards(facts, phrases, isEnglish, options, preferences), options.count);
