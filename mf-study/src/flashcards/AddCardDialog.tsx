import { CardEdit, calls } from '@lectern/contracts';
import { call, useIdempotencyKey } from '@lectern/platform';
import { Dialog } from '@lectern/ui';
import type { ReactNode } from 'react';
import { EditForm } from '../shared/EditForm';
import { studyChanges } from '../shared/studyChanges';
import { problemsOf, useEditDraft } from '../shared/useEditDraft';
import { CardFields } from './CardFields';

export interface AddCardDialogProps {
  deckId: string;
  /** Runs before the deck in the cache has the card. */
  onAdded: (cardId: string) => void;
  onClose: () => void;
}

/** Adds a card that the learner writes. */
export const AddCardDialog = ({ deckId, onAdded, onClose }: AddCardDialogProps): ReactNode => {
  const idempotency = useIdempotencyKey();
  const { values, change, clear } = useEditDraft(`add-card.${deckId}`, { front: '', back: '' });
  return (
    <Dialog isOpen onClose={onClose} title="Write a Card">
      <EditForm
        problems={problemsOf(CardEdit, values)}
        save={async () => {
          const card = await call(calls.addCard, { path: { id: deckId }, body: values, idempotencyKey: idempotency.keyFor(values) });
          idempotency.done();
          onAdded(card._id);
          studyChanges.cardAdded(deckId, card);
        }}
        saved="Card added successfully"
        notSaved="Failed to add the card"
        submit="Add Card"
        clear={clear}
        onClose={onClose}
      >
        {(problems) => <CardFields values={values} change={change} problems={problems} />}
      </EditForm>
    </Dialog>
  );
};
