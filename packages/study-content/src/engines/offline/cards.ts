import type { Source } from '@lectern/contracts';
import type { CardOptions, DraftCard } from '../../StudyContentEngine.ts';
import { NearTexts } from '../../text/NearTexts.ts';
import { contentStems, fold, lowerFirst, shared, upperFirst, wordCount } from '../../text/words.ts';
import type { Clause, Definition, Fact, Facts, List } from './facts.ts';
import { isPluralNoun } from './extractors/grammar.ts';
import type { ItemPreferences } from './itemPreferences.ts';
import type { Phrases } from './phrases.ts';
import { isAskable, subjectOf } from './questions/sentenceQuestions.ts';
import { attributeQuestion } from './questions/termQuestions.ts';

/** A card with the fact that it asks for. */
export interface RankedCard {
  card: DraftCard;
  fact: Fact;
  score: number;
}

type Card = { card: DraftCard; score: number };

/** Cards of a list: one card for two or three short points; else, for three or four points, cards that ask for one and show the others. */
function listCards(fact: List, facts: Facts, phrases: Phrases, isEnglish: boolean): Card[] {
  const lower = (text: string): string => (isEnglish ? lowerFirst(text, facts.names) : text);
  const card = (front: string, back: string, score: number, source = fact.source): Card => ({
    card: { front, back: upperFirst(back), source },
    score,
  });
  if (isEnglish && (!fact.asks || !fact.isWhole)) return [];
  const isQuestion = fact.heading.endsWith('?');
  const heading = fact.heading.replace(/ (include|includes|are|is)$/, '');
  if (fact.items.length <= 3 && wordCount(fact.items.map(({ text }) => text).join(' ')) <= 25) {
    const count = fact.items.length === 2 ? 'two' : 'three';
    const front = !isEnglish
      ? phrases.whichListed(fact.heading)
      : fact.asks?.completes
        ? `${fact.heading} … (${count} points)`
        : isQuestion
          ? `${fact.heading} (${count} points)`
          : isPluralNoun(heading)
            ? `What are the ${count} ${lower(heading.replace(/^the /i, ''))}?`
            : `${heading}: what are the ${count} points?`;
    return [card(front, fact.items.map(({ text }) => text).join('; '), 6.5)];
  }
  // The card shows all other points, so that only one point fits the gap.
  const shown = fact.items;
  if (shown.length < 3 || shown.length > 4 || wordCount(fact.heading) > 10 || shown.some(({ text }) => wordCount(text) > 8)) return [];
  return shown.slice(0, 2).flatMap((item, index): Card[] => {
    const others = shown.filter((other) => other !== item);
    if (shared(contentStems(item.text), contentStems(`${fact.heading} ${others.map(({ text }) => text).join(' ')}`)) > 0) return [];
    const front = `${isQuestion ? fact.heading : `${fact.heading}:`} ${others.map(({ text }) => lower(text)).join('; ')}; and _____`;
    return [card(front, item.text, 5.2 - index, item.source)];
  });
}

/** Cards for three steps of a sequence, each with another wording. */
function sequenceCards(fact: List): Card[] {
  const name = fact.heading;
  const fronts = [
    (before: string) => `${upperFirst(name)}: what comes directly after “${before}”?`,
    (before: string) => `Which step follows “${before}” (${name})?`,
    (before: string) => `After “${before}”, what is next in “${name}”?`,
  ];
  return fronts.flatMap((front, index): Card[] => {
    const at = Math.floor((index * (fact.items.length - 1)) / fronts.length);
    const [item, next] = [fact.items[at], fact.items[at + 1]];
    if (!item || !next || shared(contentStems(item.text), contentStems(next.text)) > 0) return [];
    return [{ card: { front: front(item.text), back: upperFirst(next.text), source: next.source }, score: 6.5 - index * 0.4 }];
  });
}

function clauseCards(fact: Clause, facts: Facts): Card[] {
  if (!isAskable(fact.subject)) return [];
  const card = (front: string, back: string, score: number): Card[] => [
    { card: { front, back: upperFirst(back), source: fact.source }, score },
  ];
  const subject = subjectOf(facts, fact);
  // A negated predicate says little about its subject.
  if (fact.isAction && /\b(no|not|never|cannot)\b/i.test(fact.predicate)) return [];
  if (fact.isAction)
    return card(`What ${fact.isPlural ? 'do' : 'does'} ${subject} do?`, `${fact.isPlural ? 'They' : 'It'} ${fact.predicate}`, 7.2);
  if (wordCount(fact.predicate) < 5 || /\(/.test(fact.predicate) || wordCount(fact.subject) > 4) return [];
  const being = /^(is|are|was|were|has|have|can|cannot|may|must|should|will|does not|do not)\s/.test(fact.predicate);
  if (!being || shared(contentStems(fact.subject), contentStems(fact.predicate)) > 0) return [];
  return card(`_____ ${fact.predicate}.`, fact.subject, 5.5 - (wordCount(fact.predicate) > 16 ? 1 : 0));
}

/** "What is oxidation?" The front is short, because fronts with mostly the same words count as duplicates. */
function meaningFront({ subject, term }: Definition, facts: Facts): string {
  if (subject) return `What ${subject.verb} ${lowerFirst(subject.text, facts.names)}?`;
  const name = lowerFirst(term, facts.names);
  const known = facts.withArticle(name);
  return `What ${isPluralNoun(term) ? 'are' : 'is'} ${known === name && !isPluralNoun(term) ? `“${name}”` : known}?`;
}

function factCards(fact: Fact, facts: Facts, phrases: Phrases, isEnglish: boolean): Card[] {
  const lower = (text: string): string => (isEnglish ? lowerFirst(text, facts.names) : text);
  const one = (front: string, back: string, score: number): Card[] => [
    { card: { front, back: upperFirst(back), source: fact.source }, score },
  ];
  switch (fact.type) {
    case 'definition':
      return one(
        isEnglish ? meaningFront(fact, facts) : phrases.whatMeans(fact.term),
        fact.meaning,
        9 - Math.max(0, wordCount(fact.meaning) - 14) * 0.2,
      );
    case 'label':
      return shared(contentStems(fact.term), contentStems(fact.text)) > 0
        ? []
        : one(`How is “${lower(fact.term)}” described?`, fact.text, 6.8);
    case 'attribute':
      return one(attributeQuestion(fact, facts), fact.value, 8);
    case 'cell':
      // "Which ejection fraction applies to reduced ejection fraction?" asks nothing.
      return [...contentStems(fact.header)].every((word) => contentStems(fact.row).has(word))
        ? []
        : one(
            phrases.cell(/^(what|how|where|when|why|who|which)\b/i.test(fact.header) ? fact.header : lower(fact.header), lower(fact.row)),
            fact.value,
            8,
          );
    case 'highest':
      return isEnglish ? one(`${fact.caption}: which has the highest value?`, `${fact.winner} (${fact.value})`, 5) : [];
    case 'holding':
      return one(`What did the court hold in ${fact.name}?`, `That ${fact.held}`, 9);
    case 'quantity':
      return one(`${fact.before}_____${fact.after}.`, fact.value, 7.5);
    case 'duty':
      return !isAskable(fact.subject) ? [] : one(`What ${fact.modal} ${lower(fact.subject)} do?`, fact.action, 6.4);
    case 'acronym':
      return one(phrases.standsFor(fact.short), fact.long, 8);
    case 'exchange':
      return one(fact.question, fact.answer, 8.8);
    case 'contrast':
      return one(`How do ${lower(fact.one)} and ${lower(fact.other)} differ?`, fact.sentence, 8.4);
    case 'reason':
      return one(fact.question, fact.reason, 8.6);
    case 'rule':
      return one(
        fact.isAdvice ? `What should be done when ${lower(fact.condition)}?` : `What follows if ${lower(fact.condition)}?`,
        fact.consequence,
        8.2,
      );
    case 'clause':
      return clauseCards(fact, facts);
    case 'list':
      return fact.isOrdered ? sequenceCards(fact) : listCards(fact, facts, phrases, isEnglish);
  }
}

/** Whether a back mostly repeats its front. */
function isCircular({ front, back }: DraftCard): boolean {
  const words = contentStems(back);
  return words.size > 0 && !front.includes('_____') && shared(words, contentStems(front)) / words.size > 0.6;
}

const sayingNothing = contentStems('else other others various several thing things object way field term use everything something');

/** A description that describes nothing: "everything else". */
const isEmpty = ({ type }: Fact, { back }: DraftCard): boolean =>
  (type === 'definition' || type === 'label') && [...contentStems(back)].filter((word) => !sayingNothing.has(word)).length < 2;

/** The most facts that are turned into cards, more than a deck has. Of more facts, a sample from all of the material is used. */
const mostConsidered = 2_000;

const sampleOf = <T>(list: readonly T[], most: number): readonly T[] =>
  list.length <= most
    ? list
    : Array.from({ length: most }, (_, index) => list[Math.floor((index * list.length) / most)]).filter((one) => one !== undefined);

/** All cards of the facts, best first, spread over the material, without near-duplicates. */
export function rankedCards(
  source: Source,
  facts: Facts,
  phrases: Phrases,
  avoidFronts: readonly string[] = [],
  preferences: ItemPreferences = { boost: () => 0 },
): RankedCard[] {
  const isEnglish = source.language === 'en';
  const avoided = new Set(avoidFronts.map(fold));
  const made = sampleOf(facts.facts, mostConsidered)
    .flatMap((fact): RankedCard[] => factCards(fact, facts, phrases, isEnglish).map((one) => ({ ...one, fact })))
    .filter(({ card }) => !avoided.has(fold(card.front)));
  const perPlace = new Map<number, number>();
  const ranked = made
    .map((one) => {
      const before = perPlace.get(one.fact.place) ?? 0;
      perPlace.set(one.fact.place, before + 1);
      return { ...one, score: one.score - before * 2.5 + preferences.boost(one.fact) };
    })
    .sort((left, right) => right.score - left.score || left.fact.index - right.fact.index);
  const fronts = new NearTexts(
    0.8,
    ranked.map(({ card }) => card.front),
  );
  const backs = new NearTexts(
    0.8,
    ranked.map(({ card }) => card.back),
  );
  return ranked.filter(({ card, fact }) => {
    if (isEnglish && (isCircular(card) || isEmpty(fact, card))) return false;
    if (wordCount(card.back) >= 4 && backs.has(card.back)) return false;
    backs.add(card.back);
    if (fronts.has(card.front)) return false;
    fronts.add(card.front);
    return true;
  });
}

/** The best cards, put back into the order of the material, and behind them the others. */
export function cardsInOrder(ranked: readonly RankedCard[], count: number): DraftCard[] {
  const best = ranked.slice(0, count).sort((left, right) => left.fact.index - right.fact.index);
  return [...best, ...ranked.slice(count)].map(({ card }) => card);
}

/** Cards from facts; more than asked for, as the gate may refuse some. */
export const cardsOf = (source: Source, facts: Facts, phrases: Phrases, options: CardOptions, preferences?: ItemPreferences): DraftCard[] =>
  cardsInOrder(rankedCards(source, facts, phrases, options.avoidFronts, preferences), options.count);
