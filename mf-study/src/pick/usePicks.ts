import type { CardEdit, Suggestion } from '@lectern/contracts';
import { askBeforeUnload, errorText, isUpgradeRequired, openUpgradeModal } from '@lectern/platform';
import { useEffect, useReducer, useState, useSyncExternalStore } from 'react';
import { createPickSender, type PickSender, type SenderState } from './createPickSender';
import { pickCalls, type PickedGuide } from './pickCalls';
import { lastPicked, reducePicks, startPicking, type Pick, type PickSession } from './PickSession';
import { cardOf, gapCardOf, questionOf } from './suggestionItems';

/** The learner's actions on the suggestions of a guide. None of them waits for the network. */
export interface Picks {
  session: PickSession;
  state: SenderState;
  /** Announcement of the latest action, for screen readers. */
  said: string;
  makeCard: (at: number) => void;
  askMe: (at: number) => void;
  skip: (at: number) => void;
  moveTo: (at: number) => void;
  open: (at: number) => void;
  /** Finishes editing a suggestion's card. */
  close: (at: number, card: CardEdit) => void;
  takeBack: (at: number) => void;
  /** Takes back the current suggestion's item, otherwise the latest pick. */
  undo: () => void;
  retry: () => void;
  leaveOut: () => void;
}

/** Creates the sender. Warns before leaving while changes are unsaved, and opens the upgrade modal at a limit. */
const useSender = (guide: PickedGuide): { sender: PickSender; state: SenderState } => {
  const [sender] = useState(() => createPickSender(pickCalls(guide)));
  const state = useSyncExternalStore(sender.subscribe, sender.getState);
  const { error, waiting } = state;
  useEffect(() => {
    if (isUpgradeRequired(error)) openUpgradeModal(errorText(error));
  }, [error]);
  const isWaiting = waiting > 0;
  useEffect(() => (isWaiting ? askBeforeUnload() : undefined), [isWaiting]);
  return { sender, state };
};

const cardPick = (card: CardEdit, isGap = false): Pick => ({ kind: 'card', card, isGap });

const askPick = (suggestion: Suggestion): Pick => {
  const question = questionOf(suggestion, Math.random);
  return question ? { kind: 'question', question } : cardPick(gapCardOf(suggestion), true);
};

/** Announcement of a pick, for screen readers. */
const wordsOf = (pick: Pick, { term }: Suggestion): string => {
  if (pick.kind === 'skipped') return `Skipped: ${term}`;
  if (pick.kind === 'question') return `Question made: ${term}`;
  return pick.isGap ? `No other terms of this kind, so a card with a gap was made: ${term}` : `Card made: ${term}`;
};

const sendPick = (sender: PickSender, id: string, pick: Pick): void => {
  if (pick.kind === 'card') sender.make(id, { kind: 'card', item: pick.card });
  else if (pick.kind === 'question') sender.make(id, { kind: 'question', item: pick.question });
  else sender.skip(id);
};

/** State and actions of one visit. @param items - the suggestions loaded so far; positions in it are zero-based */
export const usePicks = (guide: PickedGuide, items: readonly Suggestion[]): Picks => {
  const { sender, state } = useSender(guide);
  const [session, dispatch] = useReducer(reducePicks, startPicking);
  const [said, say] = useState('');
  const count = items.length;

  /** Picks a suggestion that has no item yet. */
  const pickBy =
    (pickOf: (suggestion: Suggestion) => Pick) =>
    (at: number): void => {
      const suggestion = items[at];
      if (!suggestion || session.picks.has(suggestion._id)) return;
      const pick = pickOf(suggestion);
      dispatch({ type: 'pick', id: suggestion._id, pick, at, count });
      sendPick(sender, suggestion._id, pick);
      say(wordsOf(pick, suggestion));
    };

  const takeBack = (at: number): void => {
    const suggestion = items[at];
    if (!suggestion || !session.picks.has(suggestion._id)) return;
    sender.takeBack(suggestion._id);
    dispatch({ type: 'takeBack', id: suggestion._id, at });
    say(`Taken back: ${suggestion.term}`);
  };

  return {
    session,
    state,
    said,
    makeCard: pickBy((suggestion) => cardPick(cardOf(suggestion))),
    askMe: pickBy(askPick),
    skip: pickBy(() => ({ kind: 'skipped' })),
    moveTo: (at) => {
      dispatch({ type: 'move', to: at, count });
    },
    open: (at) => {
      const id = items[at]?._id;
      if (id !== undefined && session.picks.get(id)?.kind === 'card') dispatch({ type: 'open', id, at });
    },
    close: (at, card) => {
      const id = items[at]?._id ?? '';
      const before = session.picks.get(id);
      if (before?.kind !== 'card') return;
      if (before.card.front !== card.front || before.card.back !== card.back) sender.update(id, card);
      dispatch({ type: 'close', id, card, at, count });
    },
    takeBack,
    undo: () => {
      const own = items[session.current]?._id ?? '';
      const id = session.picks.has(own) ? own : lastPicked(session);
      takeBack(items.findIndex(({ _id }) => _id === id));
    },
    retry: sender.retry,
    leaveOut: () => {
      const id = sender.leaveOut();
      const at = items.findIndex(({ _id }) => _id === id);
      if (id !== undefined && at !== -1) dispatch({ type: 'takeBack', id, at });
    },
  };
};
