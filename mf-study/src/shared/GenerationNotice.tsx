import type { FlashcardDeck, Quiz } from '@lectern/contracts';
import { useState, type ReactNode } from 'react';
import { PickLink } from '../pick/PickLink';
import { DismissibleNotice } from './DismissibleNotice';
import { dismissedNotices } from './dismissedNotices';
import { shortfallText } from './text';

/** What could not be done when an item was made, in words, and a key that is new after another generation. */
const noticeOf = ({ _id, shortfall, limitation }: Quiz | FlashcardDeck, count: number, many: string): { key: string; text: string } => {
  // Once the item has grown, the sentence about its first generation is out of date.
  const short = shortfall && count <= shortfall.made ? shortfall : undefined;
  return {
    key: [_id, short?.made, short?.asked, limitation?.length].join(' '),
    text: [short && shortfallText(short, many), limitation].filter((part) => part !== undefined).join(' '),
  };
};

export interface GenerationNoticeProps {
  item: Quiz | FlashcardDeck;
}

/**
 * Says what could not be done when a quiz or deck was made: fewer items than asked for, or a style that was not followed. Shown when it is made
 * and at its start, until the learner dismisses it. Render it with the item's id as key.
 */
export const GenerationNotice = ({ item }: GenerationNoticeProps): ReactNode => {
  const { key, text } =
    'questions' in item ? noticeOf(item, item.questions.length, 'questions') : noticeOf(item, item.cards.length, 'cards');
  const [dismissed, setDismissed] = useState<string>();
  if (text === '' || dismissed === key || dismissedNotices.has(key)) return null;
  return (
    <DismissibleNotice
      action={item.shortfall && item.studyMaterialId !== null && <PickLink studyMaterialId={item.studyMaterialId} variant="quiet" />}
      onDismiss={() => {
        dismissedNotices.add(key);
        setDismissed(key);
      }}
    >
      {text}
    </DismissibleNotice>
  );
};
