import type { FlashcardDeck } from '@lectern/contracts';
import { withPictures } from '../items/itemPictures.ts';
import type { DeckDocument } from '../store.ts';
import type { StudyContext } from '../StudyContext.ts';
import { withPictureAddresses } from './cardPictures.ts';
import { asDeck } from './deckDocument.ts';

/** Returns a whole deck with the pictures of its slides and the addresses of its own. */
export const showDeck = async (
  study: StudyContext,
  userId: string,
  deck: Promise<FlashcardDeck> | FlashcardDeck,
): Promise<FlashcardDeck> => {
  const { _id, studyMaterialId, cards, ...rest } = await deck;
  const pictured = await withPictures(study, userId, studyMaterialId, cards);
  return { ...rest, _id, studyMaterialId, cards: withPictureAddresses(study, pictured, () => _id) };
};

/** Returns the function that creates the answer of a call from the deck that it stores. */
export const deckAnswer =
  (study: StudyContext) =>
  (deck: DeckDocument): Promise<FlashcardDeck> =>
    showDeck(study, deck.userId, asDeck(deck, study.clock()));
