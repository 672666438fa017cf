import type { QuizQuestion, QuizResults } from '@lectern/contracts';
import {
  answersOf,
  attemptIds,
  canGoOn,
  canShowAnswer,
  fitsQuiz,
  isComplete,
  isLastQuestion,
  lateQuestions,
  letterOf,
  missedQuestions,
  optionOfKey,
  reduceQuiz,
  scoresByTopic,
  startSession,
  withQuestions,
  type QuizAction,
  type QuizSession,
} from './QuizSession';
import { aQuestion } from '../testing';

const results: QuizResults = { score: 50, totalQuestions: 2, correctAnswers: 1, weakAreas: [{ topic: 'Heart', concept: 'Valves' }] };

const play = (session: QuizSession, ...actions: QuizAction[]): QuizSession => actions.reduce(reduceQuiz, session);
const select = (option: number): QuizAction => ({ type: 'select', option });
const show: QuizAction = { type: 'showAnswer' };
const next: QuizAction = { type: 'next' };
const submit: QuizAction = { type: 'submit' };

const fresh = startSession(['q1', 'q2']);
const onLast = play(fresh, select(1), show, next);
const submitting = play(onLast, select(0), show, submit);
const done = play(submitting, { type: 'submitted', results });

test('starts at question 1 without selections and shown answers', () => {
  expect(fresh).toEqual({
    mode: 'practice',
    isPart: false,
    startedAt: undefined,
    phase: 'answering',
    questionIds: ['q1', 'q2'],
    index: 0,
    selections: [undefined, undefined],
    shown: [false, false],
    results: undefined,
  });
});

describe('selection', () => {
  test('§4 Quiz session: answering is per question; a choice may change until the answer is shown', () => {
    expect(play(fresh, select(1), select(2)).selections).toEqual([2, undefined]);
    expect(play(onLast, select(3)).selections).toEqual([1, 3]);
  });

  test('§4 Quiz session: once shown, the answer is locked', () => {
    const shown = play(fresh, select(1), show);
    expect(reduceQuiz(shown, select(0))).toBe(shown);
  });

  test('does nothing outside answering', () => {
    for (const session of [submitting, done]) expect(reduceQuiz(session, select(2))).toBe(session);
  });
});

describe('show answer', () => {
  test("§4 Quiz session: a selection must exist before 'Show Answer'", () => {
    expect(canShowAnswer(fresh)).toBe(false);
    expect(reduceQuiz(fresh, show)).toBe(fresh);
  });

  test('shows once', () => {
    const chosen = play(fresh, select(0));
    expect(canShowAnswer(chosen)).toBe(true);
    const shown = reduceQuiz(chosen, show);
    expect(shown.shown).toEqual([true, false]);
    expect(canShowAnswer(shown)).toBe(false);
    expect(reduceQuiz(shown, show)).toBe(shown);
  });
});

describe('next', () => {
  test("§4 Quiz session: 'Next' needs both a selection and the answer shown", () => {
    expect(canGoOn(fresh)).toBe(false);
    const chosen = play(fresh, select(0));
    expect(canGoOn(chosen)).toBe(false);
    expect(reduceQuiz(chosen, next)).toBe(chosen);
    expect(play(chosen, show, next).index).toBe(1);
  });

  test('does not go past the last question', () => {
    const last = play(onLast, select(0), show);
    expect(isLastQuestion(last)).toBe(true);
    expect(canGoOn(last)).toBe(false);
    expect(reduceQuiz(last, next)).toBe(last);
  });
});

describe('submit', () => {
  test('§4 Quiz session: the last question submits, no other', () => {
    const first = play(fresh, select(0), show);
    expect(reduceQuiz(first, submit)).toBe(first);
  });

  test('§5 Quiz session: submits only with every question answered', () => {
    expect(isComplete(onLast)).toBe(false);
    expect(reduceQuiz(onLast, submit)).toBe(onLast);
    const holed = { ...onLast, selections: [undefined, 1] };
    expect(reduceQuiz(holed, submit)).toBe(holed);
    expect(isComplete(startSession([]))).toBe(false);
  });

  test('§4 Quiz session: submitting ends in results, which are kept', () => {
    expect(submitting.phase).toBe('submitting');
    expect(done).toMatchObject({ phase: 'results', results, selections: [1, 0] });
  });

  test('goes back to the question when the call fails, with the answers kept', () => {
    expect(play(submitting, { type: 'submitFailed' })).toMatchObject({ phase: 'answering', index: 1, selections: [1, 0] });
  });

  test('a late answer of the call changes nothing', () => {
    expect(reduceQuiz(fresh, { type: 'submitted', results })).toBe(fresh);
    expect(reduceQuiz(done, { type: 'submitFailed' })).toBe(done);
    expect(reduceQuiz(submitting, submit)).toBe(submitting);
  });
});

describe('after the results', () => {
  test('a retake asks the same questions from question 1', () => {
    expect(play(done, { type: 'restart', questionIds: done.questionIds })).toEqual(fresh);
  });

  test('§4 Quiz session: new questions clear the results and reset the session to question 1; until then the results stay', () => {
    const regenerating = play(done, { type: 'regenerate' });
    expect(regenerating).toMatchObject({ phase: 'regenerating', results });
    expect(play(regenerating, { type: 'restart', questionIds: ['q3', 'q4', 'q5'] })).toEqual(startSession(['q3', 'q4', 'q5']));
  });

  test('a failed regeneration shows the results again', () => {
    expect(play(done, { type: 'regenerate' }, { type: 'regenerateFailed' })).toEqual(done);
    expect(reduceQuiz(done, { type: 'regenerateFailed' })).toBe(done);
  });

  test('regenerating starts from the results only', () => {
    expect(reduceQuiz(fresh, { type: 'regenerate' })).toBe(fresh);
  });
});

describe('reading a session', () => {
  const question = (id: string, correct: number): QuizQuestion => ({
    _id: id,
    question: `What is ${id}?`,
    options: [0, 1].map((place) => ({ text: `${id} option ${String(place)}`, isCorrect: place === correct, rationale: '' })),
    explanation: '',
    topic: 'Heart',
    concept: 'Valves',
    source: { pointer: { kind: 'text', paragraph: 1 }, quote: 'q' },
  });
  const questions = [question('q1', 0), question('q2', 0)];

  test('§7 Quiz session: answers are the chosen option texts, in question order', () => {
    expect(answersOf(submitting, questions)).toEqual(['q1 option 1', 'q2 option 0']);
  });

  test('a question is missed when another than the correct option is selected', () => {
    expect(missedQuestions(submitting, questions)).toEqual([{ question: questions[0], number: 1, chosen: 1 }]);
    expect(missedQuestions(onLast, questions).map(({ number }) => number)).toEqual([1, 2]);
  });
});

test('keys choose options', () => {
  expect(['a', 'D', '1', '4'].map((key) => optionOfKey(key, 4))).toEqual([0, 3, 0, 3]);
  expect(['e', '5', '0', 'Enter', ' ', 'ArrowDown', '-'].map((key) => optionOfKey(key, 4))).toEqual(Array.from({ length: 7 }));
  expect([0, 3].map(letterOf)).toEqual(['A', 'D']);
});

describe('deleted questions', () => {
  const three = startSession(['q1', 'q2', 'q3']);
  const onSecond = play(three, select(1), show, next, select(2));
  const without = (session: QuizSession, ...questionIds: string[]) => reduceQuiz(session, { type: 'questionsChanged', questionIds });

  test('one before the current question does not affect the others', () => {
    expect(without(onSecond, 'q2', 'q3')).toMatchObject({ index: 0, selections: [2, undefined], shown: [false, false] });
  });

  test('when the current question is deleted the next one is shown, unchanged', () => {
    expect(without(onSecond, 'q1', 'q3')).toMatchObject({ index: 1, selections: [1, undefined], shown: [true, false] });
  });

  test('when the last question is deleted the one before is shown, and the attempt can be submitted', () => {
    const onThird = play(onSecond, show, next);
    const left = without(onThird, 'q1', 'q2');
    expect(left).toMatchObject({ index: 1, selections: [1, 2], shown: [true, true] });
    expect(isComplete(left)).toBe(true);
    expect(reduceQuiz(left, submit).phase).toBe('submitting');
  });

  test('results stay what they were', () => {
    expect(without(done, 'q2')).toMatchObject({ phase: 'results', results, selections: [0] });
  });

  test('other questions, another order, or none are another attempt', () => {
    for (const ids of [['q1', 'q4'], ['q2', 'q1'], ['q1', 'q1'], []]) {
      expect(withQuestions(onSecond, ids)).toBeUndefined();
      expect(without(onSecond, ...ids)).toEqual(startSession(ids));
    }
  });
});

test('a question that was added comes at the end of an attempt, and does not change its results', () => {
  const begun = reduceQuiz(startSession(['q1', 'q2']), { type: 'select', option: 1 });
  const longer = reduceQuiz(begun, { type: 'questionsChanged', questionIds: ['q1', 'q2', 'q3'] });
  expect(longer).toMatchObject({ questionIds: ['q1', 'q2', 'q3'], selections: [1, undefined, undefined], shown: [false, false, false] });
  const done: QuizSession = { ...begun, phase: 'results', results };
  expect(fitsQuiz(done, ['q1', 'q2', 'q3'])).toBe(true);
  expect(withQuestions(done, ['q1', 'q2', 'q3'])).toEqual(done);
});

test('a round of some questions goes on without those that were deleted', () => {
  const part = reduceQuiz(startSession(['q1', 'q2', 'q3']), { type: 'restart', questionIds: ['q1', 'q3'], isPart: true });
  expect(fitsQuiz(part, ['q1', 'q2', 'q3'])).toBe(true);
  expect(fitsQuiz(part, ['q1', 'q2'])).toBe(false);
  expect(reduceQuiz(part, { type: 'questionsChanged', questionIds: ['q2', 'q3'] })).toMatchObject({ questionIds: ['q3'], isPart: true });
  expect(reduceQuiz(part, { type: 'questionsChanged', questionIds: ['q9'] })).toEqual(startSession(['q9']));
});

test('a test goes on without its answers shown', () => {
  const begun = reduceQuiz(startSession(['q1', 'q2'], { mode: 'test', startedAt: 5 }), { type: 'select', option: 1 });
  expect(canShowAnswer(begun)).toBe(false);
  expect(canGoOn(begun)).toBe(true);
  expect(reduceQuiz(begun, { type: 'next' })).toMatchObject({ index: 1, mode: 'test', startedAt: 5 });
});

test('the score of each topic', () => {
  const option = (isCorrect: boolean) => ({ text: String(isCorrect), isCorrect, rationale: '' });
  const about = (_id: string, topic: string): QuizQuestion => ({
    _id,
    question: '',
    options: [option(true), option(false)],
    explanation: '',
    topic,
    concept: '',
  });
  const session: QuizSession = { ...startSession(['q1', 'q2', 'q3']), selections: [0, 1, undefined] };
  expect(scoresByTopic(session, [about('q1', 'Heart'), about('q2', 'Lungs'), about('q3', 'Heart')])).toEqual([
    { topic: 'Heart', correct: 1, total: 2 },
    { topic: 'Lungs', correct: 0, total: 1 },
  ]);
});

describe('a quiz that is still being made', () => {
  const generation = { state: 'running' as const, asked: 4, made: 3 };
  const made = (...ids: string[]) => ids.map((id) => ({ ...aQuestion(id), generatedBy: 'openai:m' }));
  const quiz = { generation, questions: made('q1', 'q2', 'q3') };

  test('an attempt that is not begun takes the new questions', () => {
    expect(attemptIds(fresh, quiz)).toEqual(['q1', 'q2', 'q3']);
  });

  test('a begun one goes on without them, with what the learner has written', () => {
    expect(attemptIds(play(fresh, select(1)), quiz)).toEqual(['q1', 'q2']);
    expect(attemptIds(onLast, { ...quiz, questions: [...quiz.questions, aQuestion('own')] })).toEqual(['q1', 'q2', 'own']);
    expect(lateQuestions(onLast, quiz).map(({ _id }) => _id)).toEqual(['q3']);
    // Also after a reload, when it is complete, and of a service that does not tell.
    expect(attemptIds(onLast, { ...quiz, generation: { ...generation, state: 'complete' } })).toEqual(['q1', 'q2']);
    expect(attemptIds(onLast, { questions: quiz.questions })).toEqual(['q1', 'q2', 'q3']);
  });

  test('other questions are another quiz', () => {
    expect(attemptIds(onLast, { generation, questions: made('q4', 'q5') })).toEqual(['q4', 'q5']);
  });

  test('a round has no late questions', () => {
    expect(lateQuestions(startSession(['q2'], { isPart: true }), quiz)).toEqual([]);
  });
});
