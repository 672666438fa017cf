import type { FlashcardDeck, Quiz } from '@lectern/contracts';
import { reportError } from '@lectern/platform';
import { Button, focusIfLost, Notice } from '@lectern/ui';
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { styled } from 'styled-components';
import { PickLink } from '../pick/PickLink';
import { DismissibleNotice } from './DismissibleNotice';
import { dismissedNotices } from './dismissedNotices';
import { studyChanges } from './studyChanges';
import { runningText, shortfallText, stoppedText } from './text';

const Place = styled.div`
  &:focus {
    outline: none;
  }
`;

interface ItemNotice {
  text: string;
  /** New after another generation. */
  key: string;
  isRunning: boolean;
  /** Fewer items than asked for were made. */
  isShort: boolean;
}

/** What could not be done when an item was made, or is still being done, in words. */
const noticeOf = (item: Quiz | FlashcardDeck): ItemNotice => {
  const { _id, generation, shortfall, limitation, notice } = item;
  const [count, one] = 'questions' in item ? ([item.questions.length, 'question'] as const) : ([item.cards.length, 'card'] as const);
  const isRunning = generation?.state === 'running';
  // Once the item has grown, the sentence about its first generation is out of date.
  const short = shortfall && count <= shortfall.made ? shortfall : undefined;
  const stopped = generation?.state === 'stopped' && generation.made < generation.asked ? generation : undefined;
  // One of them says how many were made.
  const made = isRunning
    ? runningText(generation, one)
    : short
      ? shortfallText(short, `${one}s`)
      : stopped && stoppedText(stopped, `${one}s`);
  const key = [_id, short?.made, short?.asked, limitation?.length].join(' ');
  const further = [stopped && String(stopped.made), notice && String(notice.length)].filter((part) => part !== undefined);
  return {
    text: [made, limitation, notice].filter((part) => part !== undefined).join(' '),
    key: [key, ...further].join(' '),
    isRunning,
    isShort: shortfall !== undefined || stopped !== undefined,
  };
};

/** Ends the making. The items that are there stay. */
const StopButton = ({ item, place }: { item: Quiz | FlashcardDeck; place: RefObject<HTMLElement | null> }): ReactNode => {
  const [isBusy, setIsBusy] = useState(false);
  const stop = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await ('questions' in item ? studyChanges.stopQuiz(item._id) : studyChanges.stopDeck(item._id));
      focusIfLost(() => place.current);
    } catch (error) {
      reportError(error, 'It could not be stopped. Please try again.');
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button variant="quiet" isBusy={isBusy} onClick={() => void stop()}>
      Stop
    </Button>
  );
};

export interface GenerationNoticeProps {
  item: Quiz | FlashcardDeck;
}

/**
 * Says what could not be done when a quiz or deck was made: fewer items than asked for, or a style that was not followed. Shown when it is made
 * and at its start, until the learner dismisses it. While items are still being made it says so, and offers to stop. Render it with the item's id
 * as key.
 */
export const GenerationNotice = ({ item }: GenerationNoticeProps): ReactNode => {
  const { key, text, isRunning, isShort } = noticeOf(item);
  const [dismissed, setDismissed] = useState<string>();
  const place = useRef<HTMLDivElement>(null);
  if (text === '' || (!isRunning && (dismissed === key || dismissedNotices.has(key)))) return null;
  return (
    <Place ref={place} tabIndex={-1}>
      {isRunning ? (
        <Notice tone="neutral" action={<StopButton item={item} place={place} />}>
          {text}
        </Notice>
      ) : (
        <DismissibleNotice
          action={isShort && item.studyMaterialId !== null && <PickLink studyMaterialId={item.studyMaterialId} variant="quiet" />}
          onDismiss={() => {
            dismissedNotices.add(key);
            setDismissed(key);
          }}
        >
          {text}
        </DismissibleNotice>
      )}
    </Place>
  );
};
