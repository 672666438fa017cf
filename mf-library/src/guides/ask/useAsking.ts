import { calls, questionsKept, type AskedQuestion } from '@lectern/contracts';
import { call, queryClient, reportError, useFailure, useIdempotencyKey } from '@lectern/platform';
import { useQuery } from '@lectern/platform/query';
import { useState } from 'react';
import { askedKey } from '../../shared/libraryKeys';

export interface Asking {
  /** The latest questions, newest first. */
  asked: readonly AskedQuestion[];
  /** @returns the id of the answered question; undefined after a failure */
  onAsk: (question: string) => Promise<string | undefined>;
  isAsking: boolean;
  failure: string | undefined;
  onRemove: (id: string) => void;
  /** Set if earlier questions could not be loaded. */
  onReload: (() => void) | undefined;
}

/** Sends questions about a guide, and keeps the latest ones. */
export const useAsking = (studyMaterialId: string): Asking => {
  const queryKey = askedKey(studyMaterialId);
  const path = { id: studyMaterialId };
  const { data = [], error, refetch } = useQuery({ queryKey, queryFn: ({ signal }) => call(calls.listAskedQuestions, { path, signal }) });
  const failure = useFailure();
  const [isAsking, setIsAsking] = useState(false);
  const { keyFor, done } = useIdempotencyKey();
  const change = (changed: (before: AskedQuestion[]) => AskedQuestion[]): void => {
    queryClient.setQueryData<AskedQuestion[]>(queryKey, (before = []) => changed(before));
  };
  const remove = async (id: string): Promise<void> => {
    try {
      await call(calls.deleteAskedQuestion, { path: { ...path, askId: id } });
      change((before) => before.filter(({ _id }) => _id !== id));
    } catch (problem) {
      reportError(problem, 'The question could not be deleted. Please try again.');
    }
  };
  return {
    asked: data,
    onReload: error !== null && data.length === 0 ? () => void refetch() : undefined,
    isAsking,
    failure: failure.text,
    async onAsk(question) {
      const body = { question };
      setIsAsking(true);
      failure.clear();
      try {
        const answered = await call(calls.askGuide, { path, body, idempotencyKey: keyFor(body) });
        done();
        change((before) => [answered, ...before].slice(0, questionsKept));
        return answered._id;
      } catch (problem) {
        failure.report(problem, 'Your question could not be answered. Please try again.');
        return undefined;
      } finally {
        setIsAsking(false);
      }
    },
    onRemove: (id) => void remove(id),
  };
};
