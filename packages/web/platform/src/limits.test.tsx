import { calls, type LimitedResource } from '@lectern/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { refreshLimits, useLimits, type LimitsView } from './limits';
import {
  answer,
  freeLimits,
  installFakeApi,
  learner,
  premiumLimits,
  renderWithPlatform,
  type FakeApi,
  type RenderOptions,
} from './testing';

let api: FakeApi;
let view: LimitsView;
const Probe = () => {
  const limits = useLimits();
  useEffect(() => {
    view = limits;
  });
  return <p>{limits.query.status}</p>;
};
const show = (options: RenderOptions = {}) => renderWithPlatform(<Probe />, { user: learner, ...options });
const things: LimitedResource[] = ['studyMaterials', 'folders', 'flashcards', 'quizzes'];

beforeEach(() => {
  api = installFakeApi();
});
afterEach(() => {
  api.restore();
});

const used = (current: number, limit = 5) => freeLimits({ studyMaterials: { current, limit, canCreate: current < limit } });

test.each([
  [4, false],
  [5, true],
  [6, true],
])(
  '§5 Limits: a free learner with %i of 5 study guides is at the limit: %s; then the upgrade modal opens instead of the dialog',
  (current, isAtLimit) => {
    show({ limits: used(current) });
    expect(view.isPremium).toBe(false);
    expect(view.limitOf('studyMaterials')).toBe(5);
    expect(view.isAtLimit('studyMaterials')).toBe(isAtLimit);
    expect(view.isAtLimit('quizzes')).toBe(false);

    const action = jest.fn();
    act(() => {
      view.unlessAtLimit('studyMaterials', action);
    });
    expect(action).toHaveBeenCalledTimes(isAtLimit ? 0 : 1);
    const reasons = screen.queryAllByRole('dialog', { name: 'Upgrade to Premium' }).map(({ textContent }) => textContent);
    const reason = 'You have 5 study guides, the most that the free plan includes. Delete one, or upgrade to make more.';
    expect(reasons).toEqual(isAtLimit ? [reason] : []);
  },
);

test('§6 Limits: the server returns the actual limits', () => {
  show({ limits: used(5, 8) });
  expect(view.limitOf('studyMaterials')).toBe(8);
  expect(view.isAtLimit('studyMaterials')).toBe(false);
});

test('§6 Limits: premium users have unlimited counts', () => {
  show({ limits: premiumLimits({ folders: { current: 900, limit: null, canCreate: true } }) });
  expect(view.isPremium).toBe(true);
  expect(things.map((thing) => view.limitOf(thing))).toEqual([undefined, undefined, undefined, undefined]);
  expect(things.some((thing) => view.isAtLimit(thing))).toBe(false);
});

test('premium with a limit is not stopped by the page', () => {
  show({ limits: premiumLimits({ folders: { current: 2, limit: 2, canCreate: false } }) });
  expect(view.isAtLimit('folders')).toBe(false);
});

test('§6 Limits: 5 study materials, 2 folders, 5 flashcard decks, 5 quizzes are the defaults when the server gives none', async () => {
  let finish: (value: unknown) => void = () => undefined;
  api.on(calls.getLimits, () => new Promise((resolve) => (finish = resolve)));
  show();
  expect(view.limits).toBeUndefined();
  expect(things.map((thing) => view.limitOf(thing))).toEqual([5, 2, 5, 5]);
  expect(things.some((thing) => view.isAtLimit(thing))).toBe(false);
  await waitFor(() => {
    expect(api.received).toHaveLength(1);
  });
  finish(used(5));
  expect(await screen.findByText('success')).toBeInTheDocument();
  expect(view.isAtLimit('studyMaterials')).toBe(true);
});

test('makes no call for a visitor; a refresh calls again', async () => {
  const { unmount } = renderWithPlatform(<Probe />);
  expect(view.query.fetchStatus).toBe('idle');
  expect(api.received).toHaveLength(0);
  unmount();
  api.on(calls.getLimits, used(5));
  show({ limits: used(4) });
  expect(view.isAtLimit('studyMaterials')).toBe(false);
  await refreshLimits();
  await waitFor(() => {
    expect(view.isAtLimit('studyMaterials')).toBe(true);
  });
});

test('when the limits cannot be read nothing is blocked', async () => {
  api.on(calls.getLimits, answer(403, { code: 'forbidden' }));
  show();
  expect(await screen.findByText('error')).toBeInTheDocument();
  expect(view.isAtLimit('folders')).toBe(false);
});
