import { calls, type CardPicture, type PicturedCardEdit } from '@lectern/contracts';
import { call } from '@lectern/platform';
import { useRef, type ReactNode } from 'react';
import { EditDialog } from '../shared/EditDialog';
import { studyChanges } from '../shared/studyChanges';
import { useEditDraft } from '../shared/useEditDraft';
import { CardFields } from './CardFields';
import { cardsOfForm } from './gapCards';
import { namedPictures } from './pictures/cardPictures';
import { useCardPictures } from './pictures/useCardPictures';
import { waitingProblem } from './pictures/waitingProblem';

interface CardValues {
  front: string;
  back: string;
  pictures: readonly CardPicture[];
}

const empty: CardValues = { front: '', back: '', pictures: [] };

export interface AddCardFormProps {
  deckId: string;
  /** Runs before the cached deck includes the card. */
  onAdded: (cardId: string) => void;
  onClose: () => void;
}

/** Adds cards in order. A retry of the same cards adds only those that are missing. */
const useAdding = ({ deckId, onAdded }: AddCardFormProps): ((cards: readonly PicturedCardEdit[]) => Promise<void>) => {
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
export const AddCardForm = (props: AddCardFormProps): ReactNode => {
  const { deckId, onClose } = props;
  const add = useAdding(props);
  const draft = useEditDraft(`add-card.${deckId}`, empty);
  const { values, change } = draft;
  const { front, back, pictures = [] } = values;
  const { cards, problems: found, submit, added } = cardsOfForm({ front, back });
  const shown = useCardPictures(deckId, pictures, (next) => {
    change({ pictures: next });
  });
  const named = pictures.length > 0 && { pictures: namedPictures(pictures) };
  return (
    <EditDialog
      title="Write a Card"
      isWide
      draft={draft}
      problems={{ ...found, ...waitingProblem(shown) }}
      save={() => add(cards.map((card) => ({ ...card, ...named })))}
      saved={`${added} successfully`}
      notSaved={cards.length === 1 ? 'Failed to add the card' : 'Failed to add the cards'}
      submit={submit}
      onClose={onClose}
    >
      {(problems) => <CardFields values={{ front, back }} change={change} problems={problems} canHaveGaps pictures={shown} />}
    </EditDialog>
  );
};
