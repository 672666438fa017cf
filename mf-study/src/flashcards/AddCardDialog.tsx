import { CardEdit, calls } from '@lectern/contracts';
import { call, useIdempotencyKey } from '@lectern/platform';
import type { ReactNode } from 'react';
import { EditDialog } from '../shared/EditDialog';
import { studyChanges } from '../shared/studyChanges';
import { problemsOf, useEditDraft } from '../shared/useEditDraft';
import { CardFields } from './CardFields';

export interface AddCardDialogProps {
  deckId: string;
  /** Runs before the cached deck includes the card. */
  onAdded: (cardId: string) => void;
  onClose: () => void;
}

/** Adds a card written by the learner. */
export const AddCardDialog = ({ deckId, onAdded, onClose }: AddCardDialogProps): ReactNode => {
  const idempotency = useIdempotencyKey();
  const draft = useEditDraft(`add-card.${deckId}`, { front: '', back: '' });
  const { values, change } = draft;
  return (
    <EditDialog
      title="Write a Card"
      draft={draft}
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
      onClose={onClose}
    >
      {(problems) => <CardFields values={values} change={change} problems={problems} />}
    </EditDialog>
  );
};
