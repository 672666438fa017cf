import { QuizResults } from '@lectern/contracts';
import type { QuizSession } from './QuizSession';

const keyOf = (quizId: string): string => `lectern.quiz-session.${quizId}`;

/** Storage may be full or forbidden: the attempt then lives as long as the page. */
const attempt = <Result>(action: () => Result): Result | undefined => {
  try {
    return action();
  } catch {
    return undefined;
  }
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * The attempt that a reload, or a look elsewhere, interrupted; undefined when there is none, or when it was about other questions.
 * What waited for an answer of the server waits no more: `submitting` is answering again, `regenerating` the results.
 *
 * @param visit the router's key of the history entry. Results come back to the entry that showed them (reload, back); "Take Quiz" makes
 * a new entry, and there they are over.
 */
export const readSession = (quizId: string, questionIds: readonly string[], visit: string): QuizSession | undefined => {
  const stored = attempt(() => JSON.parse(sessionStorage.getItem(keyOf(quizId)) ?? 'null') as unknown);
  if (!isRecord(stored)) return undefined;
  const { questionIds: ids, index, selections, shown } = stored;
  const fits = (list: unknown): list is unknown[] => Array.isArray(list) && list.length === questionIds.length;
  if (!fits(ids) || !questionIds.every((id, position) => ids[position] === id)) return undefined;
  if (typeof index !== 'number' || questionIds[index] === undefined || !fits(selections) || !fits(shown)) return undefined;
  const results = QuizResults.safeParse(stored['results']).data;
  if (results && stored['visit'] !== visit) return undefined;
  return {
    phase: results ? 'results' : 'answering',
    questionIds,
    index,
    selections: selections.map((option) => (typeof option === 'number' ? option : undefined)),
    shown: shown.map((value) => value === true),
    results,
  };
};

export const writeSession = (quizId: string, session: QuizSession, visit: string): void => {
  attempt(() => {
    // An array's `undefined` becomes `null` in JSON, which reading takes back.
    sessionStorage.setItem(keyOf(quizId), JSON.stringify({ ...session, visit }));
  });
};
