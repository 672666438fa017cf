import type { Quiz, QuizMode, QuizQuestion, QuizResults } from '@lectern/contracts';

/**
 * An attempt at a quiz, as a pure state machine.
 *
 * `answering` → `submitting` → `results` → `regenerating` → `answering` with new questions; `results` → `answering` by a retake.
 */
export interface QuizSession {
  phase: 'answering' | 'submitting' | 'results' | 'regenerating';
  /** `practice` shows the answer after each question, `test` shows all answers at the end. */
  mode: QuizMode;
  /** Whether the attempt covers only some questions, such as the missed ones. Its result does not count as an attempt. */
  isPart: boolean;
  /** Start time in milliseconds since 1970; undefined if unknown. */
  startedAt: number | undefined;
  /** The questions of the attempt. A stored session with different questions is discarded. */
  questionIds: readonly string[];
  /** Zero-based index of the question on screen. */
  index: number;
  /** The chosen option of each question, zero-based. */
  selections: readonly (number | undefined)[];
  /** Whether each question's answer was shown, which locks the selection. */
  shown: readonly boolean[];
  /** Present in `results` and `regenerating`. */
  results: QuizResults | undefined;
}

export type QuizAction =
  /** Selects an option, by a key or a click. */
  | { type: 'select'; option: number }
  | { type: 'showAnswer' }
  | { type: 'next' }
  | { type: 'submit' }
  | { type: 'submitted'; results: QuizResults }
  | { type: 'submitFailed' }
  | { type: 'regenerate' }
  | { type: 'regenerateFailed' }
  /** Synchronises the session with the quiz's current questions. */
  | { type: 'questionsChanged'; questionIds: readonly string[] }
  /** Starts at question 1: with the same questions, new ones, or some of them. */
  | ({ type: 'restart'; questionIds: readonly string[] } & SessionStart);

/** Parameters of a new attempt. */
export interface SessionStart {
  /** Defaults to `practice`. */
  mode?: QuizMode;
  isPart?: boolean;
  startedAt?: number | undefined;
}

export const startSession = (
  questionIds: readonly string[],
  { mode = 'practice', isPart = false, startedAt }: SessionStart = {},
): QuizSession => ({
  phase: 'answering',
  mode,
  isPart,
  startedAt,
  questionIds,
  index: 0,
  selections: questionIds.map(() => undefined),
  shown: questionIds.map(() => false),
  results: undefined,
});

export const isLastQuestion = ({ index, questionIds }: QuizSession): boolean => index === questionIds.length - 1;

export const canShowAnswer = ({ phase, mode, index, selections, shown }: QuizSession): boolean =>
  phase === 'answering' && mode === 'practice' && selections[index] !== undefined && shown[index] !== true;

/** Whether the learner can move on: the question has a selection and, in practice, its answer is shown. */
export const canGoOn = (session: QuizSession): boolean =>
  session.phase === 'answering' &&
  !isLastQuestion(session) &&
  session.selections[session.index] !== undefined &&
  (session.mode === 'test' || session.shown[session.index] === true);

/** Whether every question has a selection, which submitting requires. */
export const isComplete = ({ selections }: QuizSession): boolean =>
  selections.length > 0 && selections.every((option) => option !== undefined);

const replaced = <Value>(values: readonly Value[], index: number, value: Value): Value[] =>
  values.map((other, position) => (position === index ? value : other));

/** An attempt at the whole quiz also includes questions added in the meantime. */
const takesAllQuestions = ({ isPart, results }: QuizSession): boolean => !isPart && results === undefined;

/** A quiz that may still be growing. */
export type GrowingQuiz = Pick<Quiz, 'questions' | 'generation'>;

/** The questions generated since the attempt started. They count from the next attempt on, so that the end of this one does not move. */
export const lateQuestions = ({ isPart, questionIds }: QuizSession, { questions, generation }: GrowingQuiz): readonly QuizQuestion[] =>
  // If no question matches, the quiz was regenerated.
  generation && !isPart && questions.some(({ _id }) => questionIds.includes(_id))
    ? questions.filter(({ _id, generatedBy }) => generatedBy !== undefined && !questionIds.includes(_id))
    : [];

const isBegun = ({ index, selections }: QuizSession): boolean => index > 0 || selections.some((option) => option !== undefined);

/** Ids of the questions for an attempt: all of them, or without the late ones once the attempt has begun. */
export const attemptIds = (session: QuizSession, quiz: GrowingQuiz): string[] => {
  const late = takesAllQuestions(session) && isBegun(session) ? lateQuestions(session, quiz) : [];
  return quiz.questions.filter((question) => !late.includes(question)).map(({ _id }) => _id);
};

/** Whether the session matches the quiz's current questions. */
export const fitsQuiz = (session: QuizSession, ids: readonly string[]): boolean =>
  takesAllQuestions(session) ? session.questionIds.join() === ids.join() : session.questionIds.every((id) => ids.includes(id));

/**
 * Updates an attempt to the quiz's current questions: keeps the selections of remaining questions and appends new ones. If the current question
 * was deleted, the next one is shown.
 *
 * @returns undefined if the quiz has different questions or another order, which requires a new attempt
 */
export const withQuestions = (session: QuizSession, quizIds: readonly string[]): QuizSession | undefined => {
  const kept = quizIds.filter((id) => session.questionIds.includes(id));
  const places = kept.map((id) => session.questionIds.indexOf(id));
  const isInOrder = places.length > 0 && places.every((place, position) => place > (places[position - 1] ?? -1));
  const added = takesAllQuestions(session) ? quizIds.filter((id) => !session.questionIds.includes(id)) : [];
  const questionIds = [...kept, ...added];
  const isExtended = kept.length === session.questionIds.length && questionIds.join() === quizIds.join();
  if (!isInOrder || (added.length > 0 && !isExtended)) return undefined;
  const next = places.findIndex((place) => place >= session.index);
  return {
    ...session,
    questionIds,
    index: next < 0 ? places.length - 1 : next,
    selections: [...places.map((place) => session.selections[place]), ...added.map(() => undefined)],
    shown: [...places.map((place) => session.shown[place] === true), ...added.map(() => false)],
  };
};

/** The session after an action; the same object if the action does not apply. */
export const reduceQuiz = (session: QuizSession, action: QuizAction): QuizSession => {
  const { phase, index } = session;
  switch (action.type) {
    case 'select':
      return phase === 'answering' && session.shown[index] === false && session.selections[index] !== action.option
        ? { ...session, selections: replaced(session.selections, index, action.option) }
        : session;
    case 'showAnswer':
      return canShowAnswer(session) ? { ...session, shown: replaced(session.shown, index, true) } : session;
    case 'next':
      return canGoOn(session) ? { ...session, index: index + 1 } : session;
    case 'submit':
      return phase === 'answering' && isLastQuestion(session) && isComplete(session) ? { ...session, phase: 'submitting' } : session;
    case 'submitted':
      return phase === 'submitting' ? { ...session, phase: 'results', results: action.results } : session;
    case 'submitFailed':
      return phase === 'submitting' ? { ...session, phase: 'answering' } : session;
    case 'regenerate':
      return phase === 'results' ? { ...session, phase: 'regenerating' } : session;
    case 'regenerateFailed':
      return phase === 'regenerating' ? { ...session, phase: 'results' } : session;
    case 'questionsChanged':
      return withQuestions(session, action.questionIds) ?? startSession(action.questionIds);
    case 'restart':
      return startSession(action.questionIds, action);
  }
};

/** The texts of the chosen options in question order, as the submit call expects them. */
export const answersOf = ({ selections }: QuizSession, questions: readonly QuizQuestion[]): string[] =>
  questions.map((question, position) => question.options[selections[position] ?? -1]?.text ?? '');

export interface TopicScore {
  topic: string;
  correct: number;
  total: number;
}

/** Scores by topic, in question order. */
export const scoresByTopic = ({ selections }: QuizSession, questions: readonly QuizQuestion[]): TopicScore[] => {
  const topics = new Map<string, TopicScore>();
  for (const [position, { topic, options }] of questions.entries()) {
    const score = topics.get(topic) ?? { topic, correct: 0, total: 0 };
    const isRight = options[selections[position] ?? -1]?.isCorrect === true;
    topics.set(topic, { topic, correct: score.correct + (isRight ? 1 : 0), total: score.total + 1 });
  }
  return [...topics.values()];
};

export interface MissedQuestion {
  question: QuizQuestion;
  /** One-based. */
  number: number;
  /** Zero-based index of the chosen option. */
  chosen: number | undefined;
}

/** The questions that were not answered correctly. */
export const missedQuestions = ({ selections }: QuizSession, questions: readonly QuizQuestion[]): MissedQuestion[] =>
  questions
    .map((question, position) => ({ question, number: position + 1, chosen: selections[position] }))
    .filter(({ question, chosen }) => question.options[chosen ?? -1]?.isCorrect !== true);

/** The letter of an option: 'A', 'B', … @param option - zero-based */
export const letterOf = (option: number): string => String.fromCharCode(65 + option);

/** The zero-based option that a key selects: letters, or digits from 1; undefined for other keys. */
export const optionOfKey = (key: string, optionCount: number): number | undefined => {
  if (key.length !== 1) return undefined;
  const code = key.toUpperCase().charCodeAt(0);
  const option = code >= 65 ? code - 65 : code - 49;
  return option >= 0 && option < optionCount ? option : undefined;
};
