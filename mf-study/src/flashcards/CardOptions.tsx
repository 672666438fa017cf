import type { Flashcard } from '@lectern/contracts';
import { toast } from '@lectern/platform';
import { useNavigate } from '@lectern/platform/router';
import { CalendarClock, Check, Keyboard, LazyPart } from '@lectern/ui';
import { useCallback, useState, type ReactNode } from 'react';
import { ItemOptions } from '../shared/ItemOptions';
import { studyChanges } from '../shared/studyChanges';
import { EditCardDialog } from './EditCardDialog';

export interface CardOptionsProps {
  deckId: string;
  card: Flashcard;
  /** Counted from 1. */
  number: number;
  onAdd: () => void;
  /** Whether the learner types the answer before the card flips. */
  isTyping: boolean;
  onToggleTyping: () => void;
}

// A separate chunk, because few visits open the schedule.
const loadSchedule = () =>
  import(/* webpackChunkName: "schedule" */ '../review/ScheduleDialog').then(({ ScheduleDialog }) => ScheduleDialog);

/** The options menu of a card. */
export const CardOptions = ({ deckId, card, number, onAdd, isTyping, onToggleTyping }: CardOptionsProps): ReactNode => {
  const navigate = useNavigate();
  const [isScheduleOpen, setIsScheduleOpen] = useState(false);
  const closeSchedule = (): void => {
    setIsScheduleOpen(false);
  };
  const tellFailure = useCallback(() => {
    setIsScheduleOpen(false);
    toast.error('The schedule could not be loaded.');
  }, []);
  return (
    <>
      <ItemOptions
        kind="card"
        itemId={card._id}
        text={card.front}
        number={number}
        editDialog={(onClose) => <EditCardDialog deckId={deckId} card={card} onClose={onClose} />}
        report={(report) => studyChanges.reportCard(deckId, card._id, report)}
        remove={() => studyChanges.deleteCard(deckId, card._id)}
        onAdd={onAdd}
        entries={[
          ...(card.source
            ? [{ label: 'Check Your Cards', icon: <Check aria-hidden />, onSelect: () => void navigate(`/flashcards/${deckId}/check`) }]
            : []),
          { label: isTyping ? 'Stop Typing Answers' : 'Type the Answers', icon: <Keyboard aria-hidden />, onSelect: onToggleTyping },
          {
            label: 'Review Schedule',
            icon: <CalendarClock aria-hidden />,
            onSelect: () => {
              setIsScheduleOpen(true);
            },
          },
        ]}
        onAbsent={() => {
          studyChanges.reloadDeck(deckId);
        }}
      />
      {isScheduleOpen && (
        <LazyPart load={loadSchedule} props={{ kind: 'card', itemId: card._id, onClose: closeSchedule }} onFailure={tellFailure} />
      )}
    </>
  );
};
