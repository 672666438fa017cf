import type { QuizQuestion } from '@lectern/contracts';
import { scoreQuiz } from './scoreQuiz.ts';

const question = (id: string, topic: string): QuizQuestion => ({
  _id: id,
  question: `${id}?`,
  options: ['right', 'wrong', 'other'].map((text) => ({ text: `${id} ${text}`, isCorrect: text === 'right', rationale: 'why' })),
  explanation: 'because',
  topic,
  concept: `${topic} in detail`,
  source: { pointer: { kind: 'text', paragraph: 1 }, quote: 'q' },
});
const questions = [question('a', 'Heart'), question('b', 'Heart'), question('c', 'Lungs')];

describe('scoring', () => {
  it('§3 Quiz results: a whole percent, and the topics of what was missed, each once', () => {
    expect(scoreQuiz(questions, ['a wrong', 'b other', 'c right'], true)).toEqual({
      score: 33,
      totalQuestions: 3,
      correctAnswers: 1,
      weakAreas: [{ topic: 'Heart', concept: 'Heart in detail' }],
    });
    expect(scoreQuiz(questions, ['a right', 'b right', 'c right'], true)).toMatchObject({ score: 100, weakAreas: [] });
  });

  it('§6 Quiz results: no weak-area analysis for free learners', () => {
    expect(scoreQuiz(questions, ['a wrong', 'b wrong', 'c wrong'], false)).toMatchObject({ score: 0, weakAreas: [] });
  });

  it.each([[['a right']], [['a right', 'b right', '']], [[]]])(
    "§5 Quiz submit: every question answered, else 'Please answer all questions before submitting': %j",
    (answers) => {
      expect(() => scoreQuiz(questions, answers, true)).toThrow('Please answer all questions before submitting');
    },
  );

  it('accepts offered options only', () => {
    expect(() => scoreQuiz(questions, ['a right', 'a right', 'c right'], true)).toThrow('Answer 2 is not one of the options.');
  });
});
