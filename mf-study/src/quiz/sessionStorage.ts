import { isRecord, QuizResults } from '@lectern/contracts';
import { browserStorage } from '@lectern/platform';
import { withFewerQuestions, type QuizSession } from './QuizSession';

const keyOf = (quizId: string): string => `lectern.quiz-session.${quizId}`;

/**
 * The attempt that a reload, or a look elsewhere, interrupted; undefined when there is none, or when it was about other questions.
 * Questions that were taken out meanwhile are no longer part of it.
 * What waited for an answer of the server waits no more: `submitting` is answering again, `regenerating` the results.
 *
 * @param visit the router's key of the history entry. Results come back to the entry that showed them (reload, back); "Take Quiz" makes
 * a new entry, and there they are over.
 */
export const readSession = (quizId: string, questionIds: readonly string[], visit: string): QuizSession | undefined => {
  const stored = browserStorage.session.readJson(keyOf(quizId));
  if (!isRecord(stored)) return undefined;
  const { questionIds: ids, index, selections, shown } = stored;
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) return undefined;
  const fits = (list: unknown): list is unknown[] => Array.isArray(list) && list.length === ids.length;
  if (typeof index !== 'number' || ids[index] === undefined || !fits(selections) || !fits(shown)) return undefined;
  const results = QuizResults.safeParse(stored['results']).data;
  if (results && stored['visit'] !== visit) return undefined;
  const session: QuizSession = {
    phase: results ? 'results' : 'answering',
    questionIds: ids,
    index,
    selections: selections.map((option) => (typeof option === 'number' ? option : undefined)),
    shown: shown.map((value) => value === true),
    results,
  };
  return withFewerQuestions(session, questionIds);
};

export const writeSession = (quizId: string, session: QuizSession, visit: string): void => {
  // An array's `undefined` becomes `null` in JSON, which reading takes back.
  browserStorage.session.writeJson(keyOf(quizId), { ...session, visit });
};
