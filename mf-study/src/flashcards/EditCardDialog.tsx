import { CardEdit, calls, type Flashcard, type FlashcardDeck } from '@lectern/contracts';
import { call, isAbsent } from '@lectern/platform';
import { Dialog } from '@lectern/ui';
import type { ReactNode } from 'react';
import { EditForm } from '../shared/EditForm';
import { studyChanges } from '../shared/studyChanges';
import { problemsOf, useEditDraft } from '../shared/useEditDraft';
import { CardFields } from './CardFields';

export interface EditCardDialogProps {
  deckId: string;
  card: Flashcard;
  onClose: () => void;
  onSaved?: (deck: FlashcardDeck) => void;
}

/** Changes both sides of a card. */
export const EditCardDialog = ({ deckId, card, onClose, onSaved }: EditCardDialogProps): ReactNode => {
  const { values, change, clear } = useEditDraft(`edit-card.${card._id}`, { front: card.front, back: card.back });
  return (
    <Dialog isOpen onClose={onClose} title="Edit Card">
      <EditForm
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
        clear={clear}
        onClose={onClose}
      >
        {(problems) => <CardFields values={values} change={change} problems={problems} />}
      </EditForm>
    </Dialog>
  );
};
