import { calls, type CardEdit } from '@lectern/contracts';
import { call } from '@lectern/platform';
import { useRef, type ReactNode } from 'react';
import { EditDialog } from '../shared/EditDialog';
import { studyChanges } from '../shared/studyChanges';
import { useEditDraft } from '../shared/useEditDraft';
import { CardFields } from './CardFields';
import { cardsOfForm } from './gapCards';

export interface AddCardDialogProps {
  deckId: string;
  /** Runs before the cached deck includes the card. */
  onAdded: (cardId: string) => void;
  onClose: () => void;
}

/** Adds cards in order. A retry of the same cards adds only those that are missing. */
const useAdding = ({ deckId, onAdded }: AddCardDialogProps): ((cards: readonly CardEdit[]) => Promise<void>) => {
  const attempts = useRef(new Map<string, { idempotencyKey: string; isAdded: boolean }>());
  return async (cards) => {
    for (const [index, body] of cards.entries()) {
      const name = `${String(index)} ${JSON.stringify(body)}`;
      const attempt = attempts.current.get(name) ?? { idempotencyKey: crypto.randomUUID(), isAdded: false };
      attempts.current.set(name, attempt);
      if (attempt.isAdded) continue;
      const card = await call(calls.addCard, { path: { id: deckId }, body, idempotencyKey: attempt.idempotencyKey });
      attempt.isAdded = true;
      onAdded(card._id);
      studyChanges.cardAdded(deckId, card);
    }
    attempts.current.clear();
  };
};

/** Adds a card written by the learner, or one card for each gap. */
export const AddCardDialog = (props: AddCardDialogProps): ReactNode => {
  const { deckId, onClose } = props;
  const add = useAdding(props);
  const draft = useEditDraft(`add-card.${deckId}`, { front: '', back: '' });
  const { values, change } = draft;
  const { cards, problems: found, submit, added } = cardsOfForm(values);
  return (
    <EditDialog
      title="Write a Card"
      draft={draft}
      problems={found}
      save={() => add(cards)}
      saved={`${added} successfully`}
      notSaved={cards.length === 1 ? 'Failed to add the card' : 'Failed to add the cards'}
      submit={submit}
      onClose={onClose}
    >
      {(problems) => <CardFields values={values} change={change} problems={problems} canHaveGaps />}
    </EditDialog>
  );
};
