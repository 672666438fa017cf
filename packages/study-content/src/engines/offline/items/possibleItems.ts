import type { Source } from '@lectern/contracts';
import { findFacts } from '../facts/findFacts.ts';
import { loadTagger } from '../posTagger.ts';
import { phrasesFor } from '../phrases.ts';
import { possibleCards, type PossibleCard } from './cardsOf.ts';
import { QuestionBuilder, type PossibleQuestion } from './QuestionBuilder.ts';

export type { PossibleCard, PossibleQuestion };
export type { QualityModel } from './quality/QualityModel.ts';
export { qualityBy } from './quality/itemQuality.ts';

/** All questions and cards among which the offline engine chooses, with what describes them. For the judgement of readers; English sources alone are described. */
export async function possibleItems(
  source: Source,
  random: () => number,
): Promise<{ questions: PossibleQuestion[]; cards: PossibleCard[] }> {
  const tag = source.language === 'en' ? await loadTagger() : undefined;
  const facts = findFacts(source, tag);
  const phrases = phrasesFor(source.language);
  const built = new QuestionBuilder(facts, phrases, { count: 0, random }, tag).all();
  return { questions: built.flatMap(({ possible }) => possible), cards: possibleCards(facts, phrases, tag) };
}
