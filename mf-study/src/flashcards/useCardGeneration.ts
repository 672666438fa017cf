import { calls, type FlashcardDeck, type NewCards } from '@lectern/contracts';
import { call, openUpgradeModal, reportError, runGeneration, toast, useIdempotencyKey, useLimits } from '@lectern/platform';
import { useMutation } from '@lectern/platform/query';
import { finishOverlay } from '@lectern/ui';
import { useState } from 'react';
import { studyChanges } from '../shared/studyChanges';

export interface CardGeneration {
  generate: () => void;
  isRunning: boolean;
  /** Idempotency key of the running call. */
  progressKey: string | undefined;
}

/**
 * Generates more cards for a deck. Premium only: free learners see the upgrade modal.
 *
 * @param onMade - runs before the cached deck includes the new cards
 */
export const useCardGeneration = (deck: FlashcardDeck, onMade: (made: NewCards) => void): CardGeneration => {
  const { limits, isPremium } = useLimits();
  const idempotency = useIdempotencyKey();
  const [progressKey, setProgressKey] = useState<string>();
  const generation = useMutation({
    mutationFn: () => {
      const body = { studyMaterialId: deck.studyMaterialId };
      const idempotencyKey = idempotency.keyFor({ body, count: deck.cards.length });
      setProgressKey(idempotencyKey);
      return runGeneration('cards', async () => {
        const made = await call(calls.generateCards, { path: { id: deck._id }, body, idempotencyKey, hasOwnProgress: true });
        await finishOverlay();
        return made;
      });
    },
    onSuccess: async ({ result: made }) => {
      idempotency.done();
      onMade(made);
      await studyChanges.cardsAdded(deck._id, made);
      toast.success('New cards generated successfully!');
    },
    onError: (error) => {
      reportError(error, 'Failed to generate new cards');
    },
  });
  const generate = (): void => {
    if (limits && !isPremium) openUpgradeModal('Generating new cards is part of Premium.');
    else generation.mutate();
  };
  return { generate, isRunning: generation.isPending, progressKey };
};
