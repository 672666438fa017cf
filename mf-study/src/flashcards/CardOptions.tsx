import type { Flashcard } from '@lectern/contracts';
import type { ReactNode } from 'react';
import { ItemOptions } from '../shared/ItemOptions';
import { studyChanges } from '../shared/studyChanges';
import { EditCardDialog } from './EditCardDialog';

export interface CardOptionsProps {
  deckId: string;
  card: Flashcard;
  /** Counted from 1. */
  number: number;
  onAdd: () => void;
}

/** The options of one card. */
export const CardOptions = ({ deckId, card, number, onAdd }: CardOptionsProps): ReactNode => (
  <ItemOptions
    kind="card"
    itemId={card._id}
    number={number}
    editDialog={(onClose) => <EditCardDialog deckId={deckId} card={card} onClose={onClose} />}
    report={(report) => studyChanges.reportCard(deckId, card._id, report)}
    remove={() => studyChanges.deleteCard(deckId, card._id)}
    onAdd={onAdd}
    onAbsent={() => {
      studyChanges.reloadDeck(deckId);
    }}
  />
);
