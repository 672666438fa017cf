import { CardEdit, calls, type Flashcard, type FlashcardDeck } from '@lectern/contracts';
import { call, isAbsent } from '@lectern/platform';
import type { ReactNode } from 'react';
import { EditDialog } from '../shared/EditDialog';
import { studyChanges } from '../shared/studyChanges';
import { problemsOf, useEditDraft } from '../shared/useEditDraft';
import { CardFields } from './CardFields';

export interface EditCardDialogProps {
  deckId: string;
  card: Flashcard;
  onClose: () => void;
  onSaved?: (deck: FlashcardDeck) => void;
}

/** Edits both sides of a card. */
export const EditCardDialog = ({ deckId, card, onClose, onSaved }: EditCardDialogProps): ReactNode => {
  const draft = useEditDraft(`edit-card.${card._id}`, { front: card.front, back: card.back });
  const { values, change } = draft;
  return (
    <EditDialog
      title="Edit Card"
      draft={draft}
      problems={problemsOf(CardEdit, values)}
      save={async () => {
        const deck = await call(calls.updateCard, { path: { id: deckId, cardId: card._id }, body: values });
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
      {(problems) => <CardFields values={values} change={change} problems={problems} />}
    </EditDialog>
  );
};
