import type { Quiz, QuizMode, QuizQuestion, QuizResults } from '@lectern/contracts';

/**
 * One attempt at a quiz, as a state machine without rendering or calls.
 *
 * `answering` → `submitting` → `results` → `regenerating` → `answering` with new questions; `results` → `answering` by a retake.
 */
export interface QuizSession {
  phase: 'answering' | 'submitting' | 'results' | 'regenerating';
  /** `practice`: the answer after each question. `test`: all answers at the end. */
  mode: QuizMode;
  /** It has only some questions of the quiz, such as the missed ones. Its result does not count as an attempt. */
  isPart: boolean;
  /** When it began, in milliseconds since 1970; undefined when that is not known. */
  startedAt: number | undefined;
  /** The questions of the attempt. A stored session of other questions is discarded. */
  questionIds: readonly string[];
  /** The question on screen, counted from 0. */
  index: number;
  /** The chosen option of each question, counted from 0. */
  selections: readonly (number | undefined)[];
  /** Whether the answer of each question was shown; the selection is then locked. */
  shown: readonly boolean[];
  /** Present in `results` and `regenerating`. */
  results: QuizResults | undefined;
}

export type QuizAction =
  /** A letter or a click. */
  | { type: 'select'; option: number }
  | { type: 'showAnswer' }
  | { type: 'next' }
  | { type: 'submit' }
  | { type: 'submitted'; results: QuizResults }
  | { type: 'submitFailed' }
  | { type: 'regenerate' }
  | { type: 'regenerateFailed' }
  /** The quiz has these questions now. */
  | { type: 'questionsChanged'; questionIds: readonly string[] }
  /** From question 1 again: the same questions, new ones, or some of them. */
  | ({ type: 'restart'; questionIds: readonly string[] } & SessionStart);

/** How an attempt begins. */
export interface SessionStart {
  /** `practice` when left out. */
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

/** The next question needs a selection and, in practice, the answer shown. */
export const canGoOn = (session: QuizSession): boolean =>
  session.phase === 'answering' &&
  !isLastQuestion(session) &&
  session.selections[session.index] !== undefined &&
  (session.mode === 'test' || session.shown[session.index] === true);

/** Every question has an answer: without that nothing is submitted. */
export const isComplete = ({ selections }: QuizSession): boolean =>
  selections.length > 0 && selections.every((option) => option !== undefined);

const replaced = <Value>(values: readonly Value[], index: number, value: Value): Value[] =>
  values.map((other, position) => (position === index ? value : other));

/** An attempt at the whole quiz also takes the questions that were added meanwhile. */
const takesAllQuestions = ({ isPart, results }: QuizSession): boolean => !isPart && results === undefined;

/** The quiz as it is now. */
export type GrowingQuiz = Pick<Quiz, 'questions' | 'generation'>;

/**
 * The questions that an engine has added since the attempt was begun. They count from the next attempt: the end of this one must not move away.
 */
export const lateQuestions = ({ isPart, questionIds }: QuizSession, { questions, generation }: GrowingQuiz): readonly QuizQuestion[] =>
  // Other questions at all are another quiz.
  generation && !isPart && questions.some(({ _id }) => questionIds.includes(_id))
    ? questions.filter(({ _id, generatedBy }) => generatedBy !== undefined && !questionIds.includes(_id))
    : [];

const isBegun = ({ index, selections }: QuizSession): boolean => index > 0 || selections.some((option) => option !== undefined);

/** The ids of the questions that an attempt at the quiz has: all of them, or those without the late ones once it is begun. */
export const attemptIds = (session: QuizSession, quiz: GrowingQuiz): string[] => {
  const late = takesAllQuestions(session) && isBegun(session) ? lateQuestions(session, quiz) : [];
  return quiz.questions.filter((question) => !late.includes(question)).map(({ _id }) => _id);
};

/** Whether the session is about the quiz's present questions. */
export const fitsQuiz = (session: QuizSession, ids: readonly string[]): boolean =>
  takesAllQuestions(session) ? session.questionIds.join() === ids.join() : session.questionIds.every((id) => ids.includes(id));

/**
 * The attempt at the quiz's present questions: the selections of those that are left are kept, and new ones come at the end. When the current
 * question was deleted, the next one is shown. Undefined when the quiz has other questions, or another order: then a new attempt begins.
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

/** The session after an action; the same object when the action does not apply now. */
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

/** The chosen options' texts in the order of the questions, as the submit call takes them. */
export const answersOf = ({ selections }: QuizSession, questions: readonly QuizQuestion[]): string[] =>
  questions.map((question, position) => question.options[selections[position] ?? -1]?.text ?? '');

export interface TopicScore {
  topic: string;
  correct: number;
  total: number;
}

/** The score of each topic, in the order of the questions. */
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
  /** Counted from 1. */
  number: number;
  /** The chosen option, counted from 0. */
  chosen: number | undefined;
}

/** The questions whose chosen option is not a correct one. */
export const missedQuestions = ({ selections }: QuizSession, questions: readonly QuizQuestion[]): MissedQuestion[] =>
  questions
    .map((question, position) => ({ question, number: position + 1, chosen: selections[position] }))
    .filter(({ question, chosen }) => question.options[chosen ?? -1]?.isCorrect !== true);

/** 'A', 'B', … by the index of an option, counted from 0. */
export const letterOf = (option: number): string => String.fromCharCode(65 + option);

/** The option that a key chooses, counted from 0: letters, or digits from 1; undefined for other keys. */
export const optionOfKey = (key: string, optionCount: number): number | undefined => {
  if (key.length !== 1) return undefined;
  const code = key.toUpperCase().charCodeAt(0);
  const option = code >= 65 ? code - 65 : code - 49;
  return option >= 0 && option < optionCount ? option : undefined;
};
