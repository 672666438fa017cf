import type { Source } from '@lectern/contracts';
import type { CardOptions, DraftCard } from '../../../StudyContentEngine.ts';
import { NearTexts } from '../../../text/NearTexts.ts';
import { contentStems, fold, shared, wordCount } from '../../../text/words.ts';
import type { Fact, Facts } from '../facts/Fact.ts';
import { difficultyBoost, type ItemPreferences } from '../itemPreferences.ts';
import type { Phrases } from '../phrases.ts';
import type { Tagger } from '../posTagger.ts';
import { asksOf } from './asksOf.ts';
import { cardFeatures, materialFeatures, type ItemFeatures } from './quality/itemFeatures.ts';
import { cardQuality } from './quality/itemQuality.ts';

/** A card with the fact that it asks for. */
export interface RankedCard {
  card: DraftCard;
  fact: Fact;
  score: number;
}

/** A card with what describes it; its score is its quality. */
export interface PossibleCard extends RankedCard {
  features: ItemFeatures;
}

/** Whether a back mostly repeats its front. */
function isCircular({ front, back }: DraftCard): boolean {
  const words = contentStems(back);
  return words.size > 0 && !front.includes('_____') && shared(words, contentStems(front)) / words.size > 0.6;
}

const sayingNothing = contentStems('else other others various several thing things object way field term use everything something');

/** A description that describes nothing: "everything else". */
const isEmpty = ({ type }: Fact, { back }: DraftCard): boolean =>
  (type === 'definition' || type === 'description') && [...contentStems(back)].filter((word) => !sayingNothing.has(word)).length < 2;

/** The most facts that are turned into cards, more than a deck has. Of more facts, a sample from all of the material is used. */
const mostConsidered = 2_000;
/** What each further card of a place loses, in log-odds. */
const samePlacePenalty = 0.3;
/** Cards of less quality, in log-odds, fill a deck up to the least number that a material is to give, and no further. */
const leastQuality = -1;
/** The cards of a place from which further cells only fill up. */
const mostOfATable = 6;

/** The cards of the shortest material. */
const fewest = 5;
/** The words from which a material is to give 25 cards (docs/quality.md). */
const largeMaterial = 2_500;

const wordsIn = ({ passages }: Source): number => passages.reduce((sum, { text }) => sum + wordCount(text), 0);

/** The cards that a material gives at least, by its words, where it has any that can be asked (docs/quality.md). */
function leastCards(source: Source): number {
  const words = wordsIn(source);
  return words >= largeMaterial ? 30 : words >= 800 ? 15 : Math.max(fewest, words / 60);
}

const sampleOf = <T>(list: readonly T[], most: number): readonly T[] =>
  list.length <= most
    ? list
    : Array.from({ length: most }, (_, index) => list[Math.floor((index * list.length) / most)]).filter((one) => one !== undefined);

/** Every card that the facts give, with what describes it. */
export function possibleCards(facts: Facts, phrases: Phrases, tag: Tagger | undefined): PossibleCard[] {
  const material = materialFeatures(facts);
  // The wording of a card is the same each time, so that a card that exists is known.
  const context = { facts, phrases, isEnglish: tag !== undefined, random: () => 0 };
  return sampleOf(facts.facts, mostConsidered).flatMap((fact) =>
    asksOf(fact, context).flatMap((ask): PossibleCard[] => {
      if (!ask.asCard) return [];
      const features = tag ? cardFeatures(ask, facts, material, tag) : undefined;
      return [
        {
          card: { front: ask.front ?? ask.question, back: ask.text, source: ask.source },
          fact,
          features: features ?? {},
          score: cardQuality(features),
        },
      ];
    }),
  );
}

/** The cards of the facts, best first, spread over the material, without near-duplicates. */
export function rankedCards(
  source: Source,
  facts: Facts,
  phrases: Phrases,
  tag: Tagger | undefined,
  { avoidFronts = [], difficultyLevel }: Pick<CardOptions, 'avoidFronts' | 'difficultyLevel'> = {},
  preferences: ItemPreferences = { boost: () => 0 },
): RankedCard[] {
  const avoided = new Set(avoidFronts.map(fold));
  const made = possibleCards(facts, phrases, tag).filter(({ card }) => !avoided.has(fold(card.front)));
  const perPlace = new Map<number, number>();
  const ranked = made
    .toSorted((left, right) => right.score - left.score)
    .map((one) => {
      const before = perPlace.get(one.fact.place) ?? 0;
      perPlace.set(one.fact.place, before + 1);
      // A table is no register to be learned by heart.
      const isFill = one.score < leastQuality || (one.fact.type === 'cell' && before >= mostOfATable);
      const boost = preferences.boost(one.fact) + difficultyBoost(difficultyLevel, one.fact);
      return { ...one, isFill, score: one.score - before * samePlacePenalty + boost };
    })
    .sort((left, right) => Number(left.isFill) - Number(right.isFill) || right.score - left.score || left.fact.index - right.fact.index);
  const fronts = new NearTexts(
    0.8,
    ranked.map(({ card }) => card.front),
  );
  const backs = new NearTexts(
    0.8,
    ranked.map(({ card }) => card.back),
  );
  const quotes = new Set<string>();
  let count = 0;
  const least = leastCards(source) - avoided.size;
  return ranked.filter(({ card, fact, isFill }) => {
    if (isFill && count >= least) return false;
    if (tag && (isCircular(card) || isEmpty(fact, card))) return false;
    // One card a sentence: two would give each other away.
    const quote = `${fact.index}|${card.source.quote}`;
    if (fact.type !== 'list' && fact.type !== 'cell' && fact.type !== 'acronym' && quotes.has(quote)) return false;
    if ((wordCount(card.back) >= 4 && backs.has(card.back)) || fronts.has(card.front)) return false;
    quotes.add(quote);
    backs.add(card.back);
    fronts.add(card.front);
    count += 1;
    return true;
  });
}

/** The best cards, put back into the order of the material, and behind them the others. */
export function cardsInOrder(ranked: readonly RankedCard[], count: number): DraftCard[] {
  const best = ranked.slice(0, count).sort((left, right) => left.fact.index - right.fact.index);
  return [...best, ...ranked.slice(count)].map(({ card }) => card);
}

/** Cards from facts; more than asked for, as the gate may refuse some. */
export const cardsOf = (
  source: Source,
  facts: Facts,
  phrases: Phrases,
  tag: Tagger | undefined,
  options: CardOptions,
  preferences?: ItemPreferences,
): DraftCard[] => cardsInOrder(rankedCards(source, facts, phrases, tag, options, preferences), options.count);
