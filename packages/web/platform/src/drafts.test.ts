import { act, renderHook } from '@testing-library/react';
import { forgetDrafts, useDraft } from './drafts';
import { leave, signIn, signOut } from './session';
import { learner, resetPlatform } from './testing';

const draft = <Value>(name: string, initial: Value) => renderHook(() => useDraft<Value>(name, initial)).result;
const other = { ...learner, _id: 'user2', email: 'grace@example.org' };

beforeEach(() => {
  resetPlatform();
  signIn('t1', learner);
});

test('the input is restored after leaving the page, until it is cleared', () => {
  const first = draft('guide.content', '');
  act(() => {
    first.current.set('Long notes');
  });
  const second = draft('guide.content', '');
  expect(second.current.value).toBe('Long notes');
  act(() => {
    second.current.clear();
  });
  expect(second.current.value).toBe('');
  expect(draft('guide.content', '').current.value).toBe('');
});

test('files are kept as they are, each field under its own name', () => {
  const file = new File(['x'], 'deck.pptx');
  const { current } = draft<File | undefined>('guide.file', undefined);
  act(() => {
    current.set(file);
  });
  expect(draft<File | undefined>('guide.file', undefined).current.value).toBe(file);
  expect(draft('guide.content', '').current.value).toBe('');
});

test('texts survive a reload, everything survives an expired session', () => {
  const { current } = draft('guide.content', '');
  act(() => {
    current.set('Long notes');
  });
  expect(sessionStorage.getItem('lectern.draft.guide.content')).toBe('Long notes');
  act(signOut);
  act(() => {
    signIn('t2', learner);
  });
  expect(draft('guide.content', '').current.value).toBe('Long notes');
});

test.each([
  ['logging out', () => leave()],
  ['somebody else who signs in', () => signIn('t3', other)],
  ['forgetting', () => forgetDrafts()],
])('nothing stays after %s', (_what, action) => {
  const { current } = draft('guide.content', '');
  act(() => {
    current.set('A secret');
  });
  act(action);
  expect(draft('guide.content', '').current.value).toBe('');
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('lectern.draft.'))).toEqual([]);
});
