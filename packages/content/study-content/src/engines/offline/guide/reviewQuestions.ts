import { placeOf } from '@lectern/contracts/plain';
import type { DraftCard } from '../../../StudyContentEngine.ts';
import { NearTexts } from '../../../text/NearTexts.ts';
import type { ReviewQuestion } from '../../../styles/renderGuide.ts';
import { cardsInOrder, type RankedCard } from '../items/cardsOf.ts';

/** The similarity from which two review questions ask the same. */
const sameQuestion = 0.75;
/** Number of cards to consider per review question. */
const cardsPerQuestion = 6;

const toQuestion = ({ front, back, source }: DraftCard): ReviewQuestion => ({ question: front, answer: back, source });

/** Picks review questions from the best cards that are questions, spread over the material. */
export function reviewQuestionsOf(ranked: readonly RankedCard[], most: number): ReviewQuestion[] {
  if (most <= 0) return [];
  const asking = cardsInOrder(ranked, most * cardsPerQuestion).filter(({ front }) => /[?？]”?$/.test(front));
  const before = new NearTexts(
    sameQuestion,
    asking.map(({ front }) => front),
  );
  const cards = asking
    .filter(({ front }) => {
      const isNew = !before.has(front);
      before.add(front);
      return isNew;
    })
    .sort((left, right) => placeOf(left.source.pointer) - placeOf(right.source.pointer));
  if (cards.length <= most) return cards.map(toQuestion);
  const last = cards.length - 1;
  return Array.from({ length: most }, (_, index) => cards[Math.round((index * last) / Math.max(1, most - 1))])
    .filter((card) => card !== undefined)
    .map(toQuestion);
}
