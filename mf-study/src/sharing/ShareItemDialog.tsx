import { calls } from '@lectern/contracts';
import { call, useShareLink, type ShareCalls } from '@lectern/platform';
import { ShareDialog } from '@lectern/ui';
import type { ReactNode } from 'react';
import { deckKey, quizKey } from '../shared/studyKeys';

export interface ShareItemDialogProps {
  kind: 'quiz' | 'deck';
  id: string;
  title: string;
  onClose: () => void;
}

const quizShare = (id: string): ShareCalls => ({
  read: (signal) => call(calls.getQuizShare, { path: { id }, signal }),
  create: (body, idempotencyKey) => call(calls.createQuizShare, { path: { id }, body, idempotencyKey }),
  end: () => call(calls.deleteQuizShare, { path: { id } }),
});

const deckShare = (id: string): ShareCalls => ({
  read: (signal) => call(calls.getDeckShare, { path: { id }, signal }),
  create: (body, idempotencyKey) => call(calls.createDeckShare, { path: { id }, body, idempotencyKey }),
  end: () => call(calls.deleteDeckShare, { path: { id } }),
});

/** The dialog that shares a quiz or a deck. */
export const ShareItemDialog = ({ kind, id, title, onClose }: ShareItemDialogProps): ReactNode => {
  const share = useShareLink(...(kind === 'quiz' ? ([quizKey(id), quizShare(id)] as const) : ([deckKey(id), deckShare(id)] as const)));
  return <ShareDialog isOpen what={kind === 'quiz' ? 'quiz' : 'flashcard deck'} title={title} onClose={onClose} {...share} />;
};
