import { act, renderHook } from '@testing-library/react';
import { undoMs, useDeferredDeletion } from './useDeferredDeletion';

let removed: (readonly string[])[];
let settle: () => void;
const remove = (ids: readonly string[]): Promise<void> => {
  removed.push(ids);
  return new Promise((resolve) => {
    settle = resolve;
  });
};
beforeEach(() => {
  removed = [];
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});
const start = (ids: readonly string[]) => {
  const hook = renderHook(() => useDeferredDeletion(remove));
  act(() => {
    hook.result.current.start(ids);
  });
  return hook;
};
const hiddenIn = ({ result }: ReturnType<typeof start>): string[] => [...result.current.hidden];

test('what is deleted is hidden at once, and deleted after the pause', async () => {
  const hook = start(['a', 'b']);
  expect(hiddenIn(hook)).toEqual(['a', 'b']);
  act(() => jest.advanceTimersByTime(undoMs - 1));
  expect(removed).toEqual([]);
  act(() => jest.advanceTimersByTime(1));
  expect(removed).toEqual([['a', 'b']]);
  expect(hiddenIn(hook)).toEqual(['a', 'b']);
  await act(async () => {
    settle();
  });
  expect(hiddenIn(hook)).toEqual([]);
});

test('undo shows it again, and nothing is deleted', () => {
  const hook = start(['a']);
  act(() => {
    hook.result.current.undo();
    jest.advanceTimersByTime(undoMs);
  });
  expect(hiddenIn(hook)).toEqual([]);
  expect(removed).toEqual([]);
});

test('a second deletion ends the pause of the first; undo is for the second', () => {
  const hook = start(['a']);
  act(() => {
    hook.result.current.start(['b']);
  });
  expect(removed).toEqual([['a']]);
  act(() => {
    hook.result.current.undo();
  });
  expect(hiddenIn(hook)).toEqual(['a']);
});

test.each([
  [
    'leaving the page',
    (hook: ReturnType<typeof start>) => {
      hook.unmount();
    },
  ],
  [
    'going to the background',
    () => {
      jest.spyOn(document, 'visibilityState', 'get').mockReturnValueOnce('hidden');
      document.dispatchEvent(new Event('visibilitychange'));
    },
  ],
])('%s ends the pause', (_name, leave) => {
  const hook = start(['a']);
  act(() => {
    leave(hook);
  });
  expect(removed).toEqual([['a']]);
});
