import { calls, type QuizListItem } from '@lectern/contracts';
import { isAbsent, isSessionOver, queryClient, signIn, type Page } from '@lectern/platform';
import { answer, installFakeApi, learner, resetPlatform, type FakeApi } from '@lectern/platform/testing';
import type { InfiniteData } from '@lectern/platform/query';
import { aQuestion, aQuiz, listed } from '../testing';
import { studyChanges } from './studyChanges';

const list = ['quizzes', 'list', { q: '' }];
const shown = (): string[] =>
  queryClient.getQueryData<InfiniteData<Page<QuizListItem[]>>>(list)!.pages.flatMap(({ items }) => items.map(({ title }) => title));

let api: FakeApi;
beforeEach(() => {
  resetPlatform();
  signIn('test-token', learner);
  api = installFakeApi();
  const pages = [['z3', 'z2'], ['z1']].map((ids) => ({ items: ids.map((id) => listed(aQuiz({ _id: id, title: id }))), next: undefined }));
  queryClient.setQueryData(list, { pages, pageParams: [undefined, 'z2'] });
});
afterEach(() => {
  api.restore();
});

test('§4 Lists: a new quiz goes to the front', () => {
  studyChanges.quizCreated(aQuiz({ _id: 'z4', title: 'new' }));
  expect(shown()).toEqual(['new', 'z3', 'z2', 'z1']);
});

test('§4 Lists: a changed quiz is replaced by its id, where it stands', () => {
  studyChanges.quizRegenerated(aQuiz({ _id: 'z1', title: 'changed', questions: [aQuestion('q9')] }));
  expect(shown()).toEqual(['z3', 'z2', 'changed']);
});

test('§4 Lists: a deleted quiz is removed by its id', async () => {
  api.on(calls.deleteQuiz, { _id: 'z2' });
  await studyChanges.deleteQuiz('z2');
  expect(shown()).toEqual(['z3', 'z1']);
});

test('a deletion that fails changes nothing', async () => {
  api.on(calls.deleteQuiz, answer(404, { msg: 'Quiz not found.', code: 'not_found' }));
  const error: unknown = await studyChanges.deleteQuiz('z2').catch((reason: unknown) => reason);
  expect(isAbsent(error)).toBe(true);
  expect(isSessionOver(error)).toBe(false);
  expect(shown()).toEqual(['z3', 'z2', 'z1']);
});
