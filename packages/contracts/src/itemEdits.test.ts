import { CardEdit, NewQuestion, QuestionEdit } from './itemEdits.ts';

const edit = (texts: string[], right: number[] = [0]) => ({
  question: ' What is a valve? ',
  options: texts.map((text, index) => ({ text, isCorrect: right.includes(index) })),
  explanation: 'It lets blood through one way.',
});
const problemOf = (value: unknown): string | undefined => QuestionEdit.safeParse(value).error?.issues[0]?.message;

it('takes a question that the learner wrote, with two to six options and without an explanation', () => {
  const { explanation: _explanation, ...written } = edit(['a', 'b']);
  expect(NewQuestion.parse(written)).toEqual({ ...written, question: 'What is a valve?' });
  expect(NewQuestion.safeParse(edit(['a', 'b', 'c', 'd', 'e', 'f'])).success).toBe(true);
  for (const texts of [['a'], ['a', 'b', 'c', 'd', 'e', 'f', 'g']]) expect(NewQuestion.safeParse(edit(texts)).success).toBe(false);
});

it('takes a question with one right option, trimmed', () => {
  expect(QuestionEdit.parse(edit(['a', ' b', 'c', 'd'], [3]))).toMatchObject({
    question: 'What is a valve?',
    options: [{}, { text: 'b' }, {}, {}],
  });
});

it.each([
  [edit(['a', 'b', 'c'], []), 'Exactly one option has to be correct'],
  [edit(['a', 'b', 'c'], [0, 2]), 'Exactly one option has to be correct'],
  [edit(['Left  atrium', 'b', 'Left atrium ']), 'No two options may be the same'],
  [edit(['café', 'b', 'cafe\u0301']), 'No two options may be the same'],
  [edit(['a', ' ', 'c']), 'Every option needs a text'],
  [{ ...edit(['a', 'b', 'c']), explanation: '' }, 'An explanation is needed'],
])('refuses %j', (value, problem) => {
  expect(problemOf(value)).toBe(problem);
});

it.each([
  ['Co', 'CO', 'Cu'],
  ['cm²', 'cm2', 'cm₂'],
  ['+', '−', '×'],
  ['String', 'string'],
  ['x < 5', 'x > 5', 'x ≤ 5'],
  ['Na⁺', 'Na', 'Na⁻'],
  ['-5', '5', '5.'],
])('tells options apart that differ in case, sign, sub- or superscript: %j', (...texts) => {
  expect(problemOf(edit(texts))).toBeUndefined();
});

it('needs both sides of a card, of at most 2,000 characters', () => {
  expect(CardEdit.safeParse({ front: 'f', back: ' ' }).error?.issues[0]?.message).toBe('A card needs both sides');
  expect(CardEdit.safeParse({ front: 'f', back: 'b'.repeat(2_001) }).success).toBe(false);
});
