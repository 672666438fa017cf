import { act, renderHook } from '@testing-library/react';
import { ApiError } from './ApiError';
import { toast } from './toast';
import { useFailure } from './useFailure';

const shown = jest.spyOn(toast, 'error').mockImplementation(() => undefined);
const refused = (change: Partial<ConstructorParameters<typeof ApiError>[0]> = {}) =>
  new ApiError({ status: 422, code: 'unreadable_file', msg: 'This deck is damaged.', ...change });

test('an error is announced and stays until the next attempt', () => {
  const { result } = renderHook(useFailure);
  expect(result.current.text).toBeUndefined();
  act(() => {
    result.current.report(refused(), 'Failed', { duration: 1_000 });
  });
  expect(shown).toHaveBeenCalledWith('This deck is damaged.', { duration: 1_000 });
  expect(result.current.text).toBe('This deck is damaged.');
  act(result.current.clear);
  expect(result.current.text).toBeUndefined();
});

test.each([
  ['a fallback where the server says nothing', refused({ msg: undefined }), 'Failed'],
  [
    'what to do without a connection',
    refused({ status: 0, code: 'network', msg: undefined }),
    'Lectern cannot be reached. Check your connection and try again; what you typed is still here.',
  ],
  ['nothing of a limit, which the upgrade modal explains', refused({ upgradeRequired: true }), undefined],
  ['nothing of an ended session', refused({ endedSession: true }), undefined],
  ['nothing of a cancelled call', refused({ status: 0, code: 'cancelled' }), undefined],
])('keeps %s', (_name, error, expected) => {
  const { result } = renderHook(useFailure);
  act(() => {
    result.current.report(error, 'Failed');
  });
  expect(result.current.text).toBe(expected);
});
