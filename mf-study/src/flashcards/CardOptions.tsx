import type { Flashcard } from '@lectern/contracts';
import { Keyboard } from '@lectern/ui';
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
  /** The learner types the answer before the card turns. */
  isTyping: boolean;
  onToggleTyping: () => void;
}

/** The options of one card. */
export const CardOptions = ({ deckId, card, number, onAdd, isTyping, onToggleTyping }: CardOptionsProps): ReactNode => (
  <ItemOptions
    kind="card"
    itemId={card._id}
    number={number}
    editDialog={(onClose) => <EditCardDialog deckId={deckId} card={card} onClose={onClose} />}
    report={(report) => studyChanges.reportCard(deckId, card._id, report)}
    remove={() => studyChanges.deleteCard(deckId, card._id)}
    onAdd={onAdd}
    entries={[{ label: isTyping ? 'Stop Typing Answers' : 'Type the Answers', icon: <Keyboard aria-hidden />, onSelect: onToggleTyping }]}
    onAbsent={() => {
      studyChanges.reloadDeck(deckId);
    }}
  />
);
