import { ApiError } from './ApiError';
import { errorText, reportError } from './reportError';
import { platformStore } from './store';
import { toast } from './toast';
import { closeUpgradeModal, upgradeModalAtom } from './upgradeModal';

const shown = jest.spyOn(toast, 'error').mockImplementation(() => undefined);
const modal = () => platformStore.get(upgradeModalAtom);
const refused = (msg?: string, upgradeRequired = false) => new ApiError({ status: 403, code: 'limit_reached', msg, upgradeRequired });

beforeEach(() => {
  platformStore.set(upgradeModalAtom, { isOpen: false, message: undefined });
});

describe('the sentence', () => {
  test.each([
    ["the server's", refused('Full.'), 'Failed to create folder', 'Full.'],
    ['the fallback without one', refused(), 'Failed to create folder', 'Failed to create folder'],
    ['the general one without either', refused(), undefined, 'Something went wrong'],
    ['never what another error says', new TypeError('x is undefined'), undefined, 'Something went wrong'],
    ['the fallback for another error', 'thrown text', 'Login failed', 'Login failed'],
  ])("§8 Errors: a toast shows msg, the fallback, or 'Something went wrong': %s", (_name, error, fallback, expected) => {
    expect(errorText(error, fallback)).toBe(expected);
  });
});

test('an error is a toast', () => {
  reportError(refused('Full.'), 'Failed to create folder', { duration: 1_000 });
  expect(shown).toHaveBeenCalledWith('Full.', { duration: 1_000 });
  expect(modal().isOpen).toBe(false);
});

test("§8 Errors: with upgradeRequired the upgrade modal opens and a toast shows msg or 'Upgrade required'", () => {
  reportError(refused('Your plan holds 2 folders.', true), 'Failed to create folder');
  expect(shown).toHaveBeenLastCalledWith('Your plan holds 2 folders.', {});
  expect(modal()).toEqual({ isOpen: true, message: 'Your plan holds 2 folders.' });
  closeUpgradeModal();
  expect(modal()).toEqual({ isOpen: false, message: 'Your plan holds 2 folders.' });
  reportError(refused(undefined, true), 'Failed to create folder');
  expect(shown).toHaveBeenLastCalledWith('Upgrade required', {});
  expect(modal()).toEqual({ isOpen: true, message: undefined });
});

test('a call that the page cancelled shows nothing', () => {
  reportError(new ApiError({ status: 0, code: 'cancelled' }), 'Failed');
  expect(shown).not.toHaveBeenCalled();
});

test('an ended session shows nothing: the shell says it once for all calls', () => {
  reportError(new ApiError({ status: 401, code: 'session_ended', msg: 'Please sign in again.', endedSession: true }), 'Failed');
  expect(shown).not.toHaveBeenCalled();
});
