import { isRecord, QuizResults, type Quiz, type QuizMode } from '@lectern/contracts';
import { learnerStorage } from '@lectern/platform';
import { attemptIds, withQuestions, type GrowingQuiz, type QuizSession } from './QuizSession';

const nameOf = (quizId: string): string => `quiz-session.${quizId}`;

/**
 * Restores the stored attempt after a reload, on a later visit, or in another tab. Removes deleted questions from it. A running call is
 * forgotten: `submitting` becomes `answering`, `regenerating` becomes `results`.
 *
 * @param visit - the router's key of the history entry. Results and partial rounds are restored only in the entry that showed them (reload,
 * back). "Take Quiz" creates a new entry, in which only an attempt at the whole quiz continues.
 * @param wanted - the requested mode; in a new entry an attempt in the other mode does not continue
 * @returns undefined if there is no stored attempt, or the quiz now has different questions
 */
export const readSession = (quiz: Pick<Quiz, '_id'> & GrowingQuiz, visit: string, wanted?: QuizMode): QuizSession | undefined => {
  const stored = learnerStorage.readJson(nameOf(quiz._id));
  if (!isRecord(stored)) return undefined;
  const { questionIds: ids, index, selections, shown } = stored;
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) return undefined;
  const fits = (list: unknown): list is unknown[] => Array.isArray(list) && list.length === ids.length;
  if (typeof index !== 'number' || ids[index] === undefined || !fits(selections) || !fits(shown)) return undefined;
  const results = QuizResults.safeParse(stored['results']).data;
  const mode = stored['mode'] === 'test' ? 'test' : 'practice';
  const isPart = stored['isPart'] === true;
  const continuesAnywhere = !results && !isPart && mode === (wanted ?? mode);
  if (!continuesAnywhere && stored['visit'] !== visit) return undefined;
  const session: QuizSession = {
    phase: results ? 'results' : 'answering',
    mode,
    isPart,
    startedAt: typeof stored['startedAt'] === 'number' ? stored['startedAt'] : undefined,
    questionIds: ids,
    index,
    selections: selections.map((option) => (typeof option === 'number' ? option : undefined)),
    shown: shown.map((value) => value === true),
    results,
  };
  return withQuestions(session, attemptIds(session, quiz));
};

export const writeSession = (quizId: string, session: QuizSession, visit: string): void => {
  // JSON turns `undefined` in an array into `null`; `readSession` converts it back.
  learnerStorage.writeJson(nameOf(quizId), { ...session, visit });
};
