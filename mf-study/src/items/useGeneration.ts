import { calls, type DifficultyLevel, type FlashcardDeck, type Quiz } from '@lectern/contracts';
import { ApiError, call, runGeneration, toast, useFailure, useIdempotencyKey } from '@lectern/platform';
import { useMutation } from '@lectern/platform/query';
import { finishOverlay } from '@lectern/ui';
import { useState } from 'react';
import { studyChanges } from '../shared/studyChanges';
import type { ItemKind } from './itemWords';

export type CreatedItem = { kind: 'quiz'; item: Quiz } | { kind: 'deck'; item: FlashcardDeck };

/** Parameters of a generation. */
export interface GenerationRequest {
  /** From 1 to 20 guides. */
  studyMaterialIds: readonly string[];
  /** `null` for no preference. */
  stylePreference: string | null;
  /** Defaults to the plan's number. */
  count?: number | undefined;
  /** Defaults to a mix. */
  difficultyLevel?: DifficultyLevel | undefined;
}

/** Whether the guide has too few facts for a quiz or deck. A retry would fail the same way. */
export const isTooLittle = (error: unknown): boolean => error instanceof ApiError && error.code === 'too_little_material';

/** Returns the guide fields of both calls: `studyMaterialId` for a single guide, `studyMaterialIds` for several. */
const guidesOf = ([first = '', ...others]: readonly string[]) =>
  others.length === 0 ? { studyMaterialId: first } : { studyMaterialIds: [first, ...others] };

/**
 * Generates a quiz or deck and updates the cached lists. Idempotent per request. `failure` is shown until the next attempt; `progressKey` is the
 * idempotency key of the call.
 */
export const useGeneration = (kind: ItemKind, onCreated: (created: CreatedItem) => void) => {
  const idempotency = useIdempotencyKey();
  const { text: failure, report, clear } = useFailure();
  const [progressKey, setProgressKey] = useState<string>();
  const make = async ({ studyMaterialIds, stylePreference, count, difficultyLevel }: GenerationRequest): Promise<CreatedItem> => {
    const common = { ...guidesOf(studyMaterialIds), stylePreference, ...(difficultyLevel && { difficultyLevel }) };
    if (kind === 'quiz') {
      const body = { ...common, ...(count !== undefined && { questionCount: count }) };
      const idempotencyKey = idempotency.keyFor({ kind, body });
      setProgressKey(idempotencyKey);
      return { kind, item: await call(calls.generateQuiz, { body, idempotencyKey, hasOwnProgress: true }) };
    }
    const body = { ...common, ...(count !== undefined && { cardCount: count }) };
    const idempotencyKey = idempotency.keyFor({ kind, body });
    setProgressKey(idempotencyKey);
    return { kind, item: await call(calls.createDeck, { body, idempotencyKey, hasOwnProgress: true }) };
  };
  const mutation = useMutation({
    onMutate: clear,
    mutationFn: (request: GenerationRequest) =>
      runGeneration(kind, async () => {
        const created = await make(request);
        await finishOverlay();
        return created;
      }),
    onSuccess: ({ result: created, hasLeft }) => {
      idempotency.done();
      if (created.kind === 'quiz') studyChanges.quizCreated(created.item);
      else studyChanges.deckCreated(created.item);
      const path = `${created.kind === 'quiz' ? '/quizzes' : '/flashcards'}/${created.item._id}`;
      toast.success(created.kind === 'quiz' ? 'Quiz created successfully' : 'Flashcard deck created successfully', {
        action: hasLeft ? { label: 'Open', to: path } : undefined,
      });
      if (!hasLeft) onCreated(created);
    },
    onError: (error) => {
      report(error);
    },
  });
  return { ...mutation, failure, progressKey };
};
