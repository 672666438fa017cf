import { askBeforeUnload, errorText } from '@lectern/platform';
import { useEffect, useReducer, useState, useSyncExternalStore } from 'react';
import { createCallQueue } from '../shared/createCallQueue';
import { currentId, lastVerdict, reduceCheck, startCheck, type CheckSession } from './CheckSession';

export interface CheckCalls {
  drop: (id: string) => Promise<void>;
  restore: (id: string) => Promise<void>;
}

export interface Check {
  session: CheckSession;
  keep: () => void;
  drop: () => void;
  undo: () => void;
  /** Keeps the remaining items. */
  finish: () => void;
  /** Why a change could not be saved. */
  failure: string | undefined;
  retry: () => void;
  leaveOut: () => void;
}

/** Runs a check of items. Its calls run in the background, so the learner does not wait for them. */
export const useCheck = (ids: readonly string[], calls: CheckCalls): Check => {
  const [session, dispatch] = useReducer(reduceCheck, ids, startCheck);
  const [queue] = useState(() => createCallQueue());
  const { error, waiting } = useSyncExternalStore(queue.subscribe, queue.getState);
  const isWaiting = waiting > 0;
  useEffect(() => (isWaiting ? askBeforeUnload() : undefined), [isWaiting]);
  return {
    session,
    keep: () => {
      dispatch({ type: 'decide', verdict: 'kept' });
    },
    drop: () => {
      const id = currentId(session);
      if (id === undefined) return;
      dispatch({ type: 'decide', verdict: 'dropped' });
      queue.add(id, () => calls.drop(id));
    },
    undo: () => {
      const last = lastVerdict(session);
      dispatch({ type: 'undo' });
      if (last?.verdict === 'dropped') queue.add('', () => calls.restore(last.id));
    },
    finish: () => {
      dispatch({ type: 'finish' });
    },
    failure: error === undefined ? undefined : errorText(error, 'Your decisions could not be saved.'),
    retry: queue.retry,
    leaveOut: () => {
      const id = queue.leaveOut();
      if (id !== undefined && id !== '') dispatch({ type: 'putBack', id });
    },
  };
};
