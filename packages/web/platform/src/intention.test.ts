import { intendedPath, keepIntention, takeIntention } from './intention';
import { afterSignIn, getSession } from './session';

const path = '/shared/deck/secret';
beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers({ now: new Date('2026-03-05T10:00:00Z') });
});
afterEach(() => {
  jest.useRealTimers();
});

it('leads to the page after a sign-in, and is done there once', () => {
  expect(afterSignIn(getSession())).toBe('/dashboard');
  keepIntention(path);
  expect(afterSignIn(getSession())).toBe(path);
  expect(afterSignIn({ ...getSession(), interrupted: { path: '/progress', email: 'ada@example.org' } })).toBe('/progress');
  expect(takeIntention('/shared/deck/another')).toBe(false);
  expect(takeIntention(path)).toBe(true);
  expect(takeIntention(path)).toBe(false);
  expect(afterSignIn(getSession())).toBe('/dashboard');
});

it('is forgotten after a day', () => {
  keepIntention(path);
  jest.advanceTimersByTime(24 * 60 * 60 * 1000 - 1);
  expect(intendedPath()).toBe(path);
  jest.advanceTimersByTime(1);
  expect(intendedPath()).toBeUndefined();
});

it.each([null, 'text', { path }, { path: 1, at: 1 }, { path: '//elsewhere.example', at: Date.parse('2026-03-05T10:00:00Z') }])(
  'is nothing if %j is stored',
  (stored) => {
    localStorage.setItem('lectern.intention', JSON.stringify(stored));
    expect(intendedPath()).toBeUndefined();
  },
);
