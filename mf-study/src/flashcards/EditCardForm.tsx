import { calls, PicturedCardEdit, type CardPicture, type Flashcard, type FlashcardDeck } from '@lectern/contracts';
import { call, isAbsent } from '@lectern/platform';
import { useState, type ReactNode } from 'react';
import { EditDialog } from '../shared/EditDialog';
import { studyChanges } from '../shared/studyChanges';
import { problemsOf, useEditDraft } from '../shared/useEditDraft';
import { CardFields } from './CardFields';
import { areSamePictures, namedPictures } from './pictures/cardPictures';
import { useCardPictures } from './pictures/useCardPictures';
import { waitingProblem } from './pictures/waitingProblem';

export interface EditCardFormProps {
  deckId: string;
  card: Flashcard;
  onClose: () => void;
  onSaved?: (deck: FlashcardDeck) => void;
}

interface CardValues {
  front: string;
  back: string;
  pictures: readonly CardPicture[];
}

/** Edits both sides of a card, and its pictures. */
export const EditCardForm = ({ deckId, card, onClose, onSaved }: EditCardFormProps): ReactNode => {
  // Kept, because the addresses of pictures change whenever the deck is fetched.
  const [initial] = useState<CardValues>(() => ({ front: card.front, back: card.back, pictures: card.pictures ?? [] }));
  const draft = useEditDraft(`edit-card.${card._id}`, initial);
  const { values, change } = draft;
  const { front, back, pictures = [] } = values;
  const shown = useCardPictures(deckId, pictures, (next) => {
    change({ pictures: next });
  });
  const isPictured = !areSamePictures(pictures, initial.pictures);
  const body = { front, back, ...(isPictured && { pictures: namedPictures(pictures, initial.pictures) }) };
  return (
    <EditDialog
      title="Edit Card"
      isWide
      draft={draft}
      problems={{ ...problemsOf(PicturedCardEdit, body), ...waitingProblem(shown) }}
      save={async () => {
        const deck = await call(calls.updateCard, { path: { id: deckId, cardId: card._id }, body });
        studyChanges.cardUpdated(deck);
        onSaved?.(deck);
      }}
      saved="Card updated successfully"
      notSaved="Failed to update card"
      onFailure={(error) => {
        if (isAbsent(error)) studyChanges.reloadDeck(deckId);
      }}
      onClose={onClose}
    >
      {(problems) => <CardFields values={{ front, back }} change={change} problems={problems} pictures={shown} />}
    </EditDialog>
  );
};
