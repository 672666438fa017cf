import type { Source } from '@lectern/contracts';
import type { CardOptions, DraftCard } from '../engine.ts';
import { contentStems, fold, lowerFirst, shared, upperFirst, wordCount } from '../words.ts';
import type { Fact, Facts } from './facts.ts';
import type { Phrases } from './phrases.ts';
import { listQuestion } from './questions.ts';

interface Made {
  card: DraftCard;
  fact: Fact;
  score: number;
}

function ofFact(fact: Fact, facts: Facts, phrases: Phrases, isEnglish: boolean): { card: DraftCard; score: number }[] {
  const { source } = fact;
  const lower = (text: string): string => (isEnglish ? lowerFirst(text, facts.names) : text);
  const one = (front: string, back: string, score: number, citation = source): { card: DraftCard; score: number }[] => [
    { card: { front, back: upperFirst(back), source: citation }, score },
  ];
  switch (fact.type) {
    case 'definition':
      return one(phrases.whatMeans(lower(fact.term)), fact.meaning, 9 - Math.max(0, wordCount(fact.meaning) - 14) * 0.2);
    case 'cell':
      return one(
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
      return one(`What ${fact.modal} ${lower(fact.subject)} do?`, fact.action, 7);
    case 'clause': {
      if (fact.isAction)
        return one(
          `What ${fact.isPlural ? 'do' : 'does'} ${lower(fact.subject)} do?`,
          `${fact.isPlural ? 'They' : 'It'} ${fact.predicate}`,
          7.5,
        );
      if (wordCount(fact.predicate) < 5 || /\(/.test(fact.predicate)) return [];
      const being = /^(is|are|was|were|has|have|can|cannot|may|must|should|will|does not|do not)\s/.exec(fact.predicate);
      if (!being || shared(contentStems(fact.subject), contentStems(fact.predicate)) > 0) return [];
      return wordCount(fact.subject) <= 4
        ? one(`_____ ${fact.predicate}.`, fact.subject, 5.5 - (wordCount(fact.predicate) > 16 ? 1 : 0))
        : [];
    }
    case 'list': {
      // "Examples include" asks for nothing that stands alone.
      if (isEnglish && /^(the |some |other )*(examples?|questions?|following|steps?|notes?)\b|\bfollowing\b/i.test(fact.heading)) return [];
      const built = isEnglish ? listQuestion(fact.heading, facts.names) : undefined;
      if (fact.items.length <= 3 && wordCount(fact.items.map(({ text }) => text).join(' ')) <= 25) {
        const front = isEnglish
          ? built?.completes === false
            ? `${fact.heading}${fact.heading.endsWith('?') ? ' Name' : ': what are'} the ${fact.items.length} points${fact.heading.endsWith('?') ? '.' : '?'}`.replace(
                / (include|includes|are|is): /,
                ': ',
              )
            : `${fact.heading} … (${fact.items.length} points)`
          : phrases.whichListed(fact.heading);
        return one(front, fact.items.map(({ text }) => text).join('; '), 6.5);
      }
      // Of a long list each card asks for one point and shows the others: one fact a card.
      const shown = fact.items.filter(({ text }) => wordCount(text) <= 8);
      if (shown.length < 3 || shown.length > 6 || wordCount(fact.heading) > 10) return [];
      return shown.slice(0, 2).flatMap((item, index) => {
        const others = shown.filter((other) => other !== item).slice(0, 3);
        if (shared(contentStems(item.text), contentStems(`${fact.heading} ${others.map(({ text }) => text).join(' ')}`)) > 0) return [];
        return one(
          `${fact.heading.replace(/[?]$/, '')}${fact.heading.endsWith('?') ? '?' : ':'} ${others.map(({ text }) => lower(text)).join('; ')}; and _____`,
          item.text,
          6 - index,
          item.source,
        );
      });
    }
  }
}

/** Cards from facts, best first and spread over the material; more than asked for, as the gate may refuse some. */
export function cardsOf(source: Source, facts: Facts, phrases: Phrases, options: CardOptions): DraftCard[] {
  const isEnglish = source.language === 'en';
  const avoided = new Set((options.avoidFronts ?? []).map(fold));
  const made = facts.facts
    .flatMap((fact): Made[] => ofFact(fact, facts, phrases, isEnglish).map((one) => ({ ...one, fact })))
    .filter(({ card }) => !avoided.has(fold(card.front)));
  const perPlace = new Map<number, number>();
  const ranked = made
    .map((one) => {
      const before = perPlace.get(one.fact.place) ?? 0;
      perPlace.set(one.fact.place, before + 1);
      return { ...one, score: one.score - before * 0.5 };
    })
    .sort((left, right) => right.score - left.score || left.fact.index - right.fact.index);
  const fronts = new Set<string>();
  const unique = ranked.filter(({ card }) => {
    const key = fold(card.front);
    if (fronts.has(key)) return false;
    fronts.add(key);
    return true;
  });
  // The best ones, put back into the order of the material.
  const wanted = unique.slice(0, options.count + 8);
  const [best, spare] = [wanted.slice(0, options.count), wanted.slice(options.count)];
  return [...best.sort((left, right) => left.fact.index - right.fact.index), ...spare, ...unique.slice(wanted.length)].map(
    ({ card }) => card,
  );
}
