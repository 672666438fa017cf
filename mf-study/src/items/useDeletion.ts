import { confirm, reportError, toast } from '@lectern/platform';
import { useMutation, useMutationState } from '@lectern/platform/query';
import { useCallback } from 'react';
import { studyChanges } from '../shared/studyQueries';
import type { ItemKind } from './CreateItemDialog';

const kinds = {
  quiz: {
    question: 'Are you sure you want to delete this quiz?',
    remove: studyChanges.deleteQuiz,
    done: 'Quiz deleted successfully',
    failed: 'Failed to delete quiz',
  },
  deck: {
    question: 'Are you sure you want to delete this flashcard deck?',
    remove: studyChanges.deleteDeck,
    done: 'Flashcard deck deleted successfully',
    failed: 'Failed to delete flashcard deck',
  },
} as const satisfies Record<ItemKind, unknown>;

export interface Deletion {
  /** Asks first. */
  ask: (item: { _id: string }) => void;
  /** Gone from the list although the answer is still out; what cannot be deleted stands again where it stood. */
  pendingIds: readonly string[];
}

/** Deleting quizzes or decks: the card leaves at once. */
export const useDeletion = (kind: ItemKind): Deletion => {
  const { question, remove, done, failed } = kinds[kind];
  const mutationKey = ['delete', kind];
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: remove,
    onSuccess: () => {
      toast.success(done);
    },
    onError: (error) => {
      reportError(error, failed);
    },
  });
  const pendingIds = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: (mutation) => mutation.state.variables as string,
  });
  const ask = useCallback(
    ({ _id }: { _id: string }) => {
      void confirm({ question, confirmLabel: 'Delete', isDestructive: true }).then((isSure) => {
        if (isSure) mutate(_id);
      });
    },
    [question, mutate],
  );
  return { ask, pendingIds };
};
