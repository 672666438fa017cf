import { useState } from 'react';
import { optionOfKey } from '../quiz/QuizSession';
import { isFreeKey, isFreeSpace, isOnControl } from '../shared/keys';
import { useKeyDown } from '../shared/useKeyDown';
import { ratings } from './RatingButtons';
import { isRight } from './ReviewSession';
import type { ReviewSessionView } from './useReviewSession';

export interface ReviewKeysInput {
  view: ReviewSessionView;
  onEdit: () => void;
}

type KeyAction = (() => void) | undefined;

const questionAction = (event: KeyboardEvent, { current, session, flip, choose, rate }: ReviewSessionView): KeyAction => {
  if (current?.item.kind !== 'question') return undefined;
  const { item } = current;
  const option = optionOfKey(event.key, item.options.length);
  if (option !== undefined)
    return () => {
      choose(option);
    };
  // Does nothing without a selection.
  if (isFreeSpace(event)) return flip;
  if (event.key !== 'Enter' || isOnControl(event)) return undefined;
  return session.isShown
    ? () => {
        rate(isRight(item, session.chosen) ? 'good' : 'again');
      }
    : flip;
};

const cardAction = (event: KeyboardEvent, { current, session, flip, rate }: ReviewSessionView): KeyAction => {
  if (current?.item.kind !== 'card') return undefined;
  // On a button, Space presses that button. The card is a button itself.
  if (event.key === ' ') return isOnControl(event) ? undefined : flip;
  const chosen = ratings[Number(event.key) - 1];
  return chosen && session.isShown
    ? () => {
        rate(chosen.rating);
      }
    : undefined;
};

/** The action of a key in the current state; undefined if there is none. */
const actionOf = (event: KeyboardEvent, { view, onEdit }: ReviewKeysInput): KeyAction => {
  const ofItem = questionAction(event, view) ?? cardAction(event, view);
  if (ofItem) return ofItem;
  const key = event.key.toLowerCase();
  if (key === 'z') return view.undo;
  return key === 'e' && view.current ? onEdit : undefined;
};

/**
 * Handles the review keys: Space shows the back or the answer, 1 to 4 rate, E edits, Z undoes. In a question, letters and digits select an
 * option; Enter shows the answer and moves on.
 *
 * @returns whether a key was used on this page
 */
export const useReviewKeys = (input: ReviewKeysInput): boolean => {
  const [wasUsed, setWasUsed] = useState(false);
  useKeyDown((event) => {
    if (!isFreeKey(event)) return;
    const action = actionOf(event, input);
    if (!action) return;
    event.preventDefault();
    // A held key acts once. A held Space would also scroll the page.
    if (event.repeat) return;
    setWasUsed(true);
    action();
  });
  return wasUsed;
};
