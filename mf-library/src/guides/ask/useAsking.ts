import { calls, questionsKept, type AskedQuestion } from '@lectern/contracts';
import { call, queryClient, reportError, useFailure, useIdempotencyKey } from '@lectern/platform';
import { useQuery } from '@lectern/platform/query';
import { useState } from 'react';
import { askedKey } from '../../shared/libraryKeys';

export interface Asking {
  /** The latest ones, newest first. */
  asked: readonly AskedQuestion[];
  /** Earlier questions could not be loaded. */
  listError: boolean;
  reload: () => void;
  /** @returns the id of the answered question; `undefined` after a failure */
  ask: (question: string) => Promise<string | undefined>;
  isAsking: boolean;
  failure: string | undefined;
  remove: (id: string) => Promise<void>;
}

/** Asks a guide, and keeps the latest questions. */
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
  return {
    asked: data,
    listError: error !== null && data.length === 0,
    reload: () => void refetch(),
    isAsking,
    failure: failure.text,
    async ask(question) {
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
    async remove(id) {
      try {
        await call(calls.deleteAskedQuestion, { path: { ...path, askId: id } });
        change((before) => before.filter(({ _id }) => _id !== id));
      } catch (problem) {
        reportError(problem, 'The question could not be deleted. Please try again.');
      }
    },
  };
};
