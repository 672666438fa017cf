import { calls, type DifficultyLevel, type FlashcardDeck, type Quiz } from '@lectern/contracts';
import { call, toast, useFailure, useIdempotencyKey } from '@lectern/platform';
import { useMutation } from '@lectern/platform/query';
import { studyChanges } from '../shared/studyChanges';
import type { ItemKind } from './itemWords';

export type CreatedItem = { kind: 'quiz'; item: Quiz } | { kind: 'deck'; item: FlashcardDeck };

/** What is to be made. */
export interface GenerationRequest {
  /** One guide, or up to 20. */
  studyMaterialIds: readonly string[];
  /** `null`: none. */
  stylePreference: string | null;
  /** The plan's number when left out. */
  count?: number | undefined;
  /** Mixed when left out. */
  difficultyLevel?: DifficultyLevel | undefined;
}

/** The guide fields of both calls. A single guide is sent as `studyMaterialId`, several as `studyMaterialIds`. */
const guidesOf = ([first = '', ...others]: readonly string[]) =>
  others.length === 0 ? { studyMaterialId: first } : { studyMaterialIds: [first, ...others] };

/** Makes a quiz or a deck, once for the same request; the lists in the cache follow. `failure` is what to show until the next attempt. */
export const useGeneration = (kind: ItemKind, onCreated: (created: CreatedItem) => void) => {
  const idempotency = useIdempotencyKey();
  const { text: failure, report, clear } = useFailure();
  const mutation = useMutation({
    onMutate: clear,
    mutationFn: async ({ studyMaterialIds, stylePreference, count, difficultyLevel }: GenerationRequest): Promise<CreatedItem> => {
      const common = { ...guidesOf(studyMaterialIds), stylePreference, ...(difficultyLevel && { difficultyLevel }) };
      if (kind === 'quiz') {
        const body = { ...common, ...(count !== undefined && { questionCount: count }) };
        const idempotencyKey = idempotency.keyFor({ kind, body });
        return { kind, item: await call(calls.generateQuiz, { body, idempotencyKey, hasOwnProgress: true }) };
      }
      const body = { ...common, ...(count !== undefined && { cardCount: count }) };
      const idempotencyKey = idempotency.keyFor({ kind, body });
      return { kind, item: await call(calls.createDeck, { body, idempotencyKey, hasOwnProgress: true }) };
    },
    onSuccess: (created) => {
      idempotency.done();
      if (created.kind === 'quiz') studyChanges.quizCreated(created.item);
      else studyChanges.deckCreated(created.item);
      toast.success(created.kind === 'quiz' ? 'Quiz created successfully' : 'Flashcard deck created successfully');
      onCreated(created);
    },
    onError: (error) => {
      report(error);
    },
  });
  return { ...mutation, failure };
};
