import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { forgetLearnerStorage, learnerStorage } from './learnerStorage';
import { setNavigationCount, useNavigationCount } from './navigationCounts';

const until = '2030-01-02T04:00:00.000Z';
const Entry = ({ path }: { path: string }): ReactNode => {
  const count = useNavigationCount(path);
  return <p>{count ? `${path}: ${String(count.count)} ${count.word}` : `${path}: none`}</p>;
};

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers({ now: new Date('2030-01-01T12:00:00.000Z') });
});
afterEach(() => {
  jest.useRealTimers();
});

test('an entry shows the count of its path, as soon as it is set, and no longer when it is removed', () => {
  render(<Entry path="/review" />);
  expect(screen.getByText('/review: none')).toBeVisible();
  act(() => {
    setNavigationCount('/other', { count: 3, word: 'new', until });
    setNavigationCount('/review', { count: 12, word: 'due', until });
  });
  expect(screen.getByText('/review: 12 due')).toBeVisible();
  act(() => {
    setNavigationCount('/review', undefined);
  });
  expect(screen.getByText('/review: none')).toBeVisible();
});

test('a count of 0 is none, and so is one whose time has passed', () => {
  setNavigationCount('/a', { count: 0, word: 'due', until });
  setNavigationCount('/b', { count: 2, word: 'due', until: '2030-01-01T04:00:00.000Z' });
  render(
    <>
      <Entry path="/a" />
      <Entry path="/b" />
    </>,
  );
  expect(screen.getByText('/a: none')).toBeVisible();
  expect(screen.getByText('/b: none')).toBeVisible();
});

test('signing out deletes the counts, and a damaged store has none', () => {
  setNavigationCount('/review', { count: 12, word: 'due', until });
  forgetLearnerStorage();
  learnerStorage.writeJson('navigation-counts', { '/damaged': { count: '12' } });
  render(
    <>
      <Entry path="/review" />
      <Entry path="/damaged" />
    </>,
  );
  expect(screen.getByText('/review: none')).toBeVisible();
  expect(screen.getByText('/damaged: none')).toBeVisible();
});
