import { counted, type QueuedReview } from '@lectern/contracts';
import { color, Notice, size, space, WifiOff } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { durationWords, timeLeftMs } from './reviewWords';
import type { ReviewSessionView } from './useReviewSession';

const Base = styled.div`
  display: grid;
  gap: ${space[8]};
  margin-bottom: ${space[12]};
  > p {
    font-size: ${size[14]};
    font-weight: 600;
    color: ${color['ink-soft']};
    font-variant-numeric: tabular-nums;
  }
  > p span {
    font-weight: 400;
    color: ${color['ink-faint']};
  }
`;

/** The number of remaining items: '12 left', or '50+ left' if more pages follow. */
export const leftWords = ({ left, isMore }: Pick<ReviewSessionView, 'left' | 'isMore'>): string =>
  `${String(left)}${isMore ? '+' : ''} left`;

const stateWords = { new: 'New', learning: 'Learning', review: '', relearning: 'Learning again' } as const;

/** The item's state. A question is in review because it was missed. */
const stateOf = ({ kind, state }: QueuedReview): string => (kind === 'question' && state !== 'review' ? 'Missed' : stateWords[state]);

/** The number of remaining items, the estimated time, and facts about the item on screen. */
export const ReviewPosition = ({ view }: { view: ReviewSessionView }): ReactNode => {
  const { current, left, isMore, durationsMs, outbox } = view;
  const state = current ? stateOf(current.item) : '';
  return (
    <Base>
      <p>
        {leftWords({ left, isMore })}{' '}
        <span>
          · {durationWords(timeLeftMs(left, durationsMs))}
          {state !== '' && ` · ${state}`}
        </span>
      </p>
      <div role="status">
        {outbox.isInterrupted && (
          <Notice tone="warning" icon={<WifiOff aria-hidden />}>
            No connection. {counted(outbox.waiting, 'answer')} saved on this device, to be sent later.
          </Notice>
        )}
      </div>
    </Base>
  );
};
