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
  /** Changes with each generation. */
  key: string;
  isRunning: boolean;
  /** Whether fewer items than requested were generated. */
  isShort: boolean;
}

/** Describes the limitations of an item's generation, or its progress. */
const noticeOf = (item: Quiz | FlashcardDeck): ItemNotice => {
  const { _id, generation, shortfall, limitation, notice } = item;
  const [count, one] = 'questions' in item ? ([item.questions.length, 'question'] as const) : ([item.cards.length, 'card'] as const);
  const isRunning = generation?.state === 'running';
  // Once the item has grown, the text about its first generation is out of date.
  const short = shortfall && count <= shortfall.made ? shortfall : undefined;
  const stopped = generation?.state === 'stopped' && generation.made < generation.asked ? generation : undefined;
  // Only one of these texts states how many were made.
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

/** Stops the generation and keeps the finished items. */
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
 * Describes the limitations of a generated quiz or deck: fewer items than requested, or a style that was ignored. Stays until the learner
 * dismisses it. During generation it shows the progress and a button to stop. Set the item's id as `key`.
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
