import { act, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { LazyPart, nextTryMs } from './LazyPart';

type Part = ComponentType<{ name: string }>;
const Part: Part = ({ name }) => <p>the {name}</p>;
const props = { name: 'menu' };
const fallback = <p>not yet</p>;
const wait = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('is loaded once when it is wanted, and rendered at once the next time', async () => {
  const load = jest.fn(() => Promise.resolve(Part));
  const { rerender, unmount } = render(<LazyPart load={load} props={props} isWanted={false} fallback={fallback} />);
  await wait(0);
  expect(load).not.toHaveBeenCalled();
  rerender(<LazyPart load={load} props={props} fallback={fallback} />);
  expect(screen.getByText('not yet')).toBeVisible();
  await wait(0);
  expect(screen.getByText('the menu')).toBeVisible();
  unmount();
  render(<LazyPart load={load} props={props} />);
  expect(screen.getByText('the menu')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a failed load affects nothing else, is reported, and is tried again', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = jest.fn<Promise<Part>, []>().mockRejectedValueOnce(new Error('chunk')).mockResolvedValueOnce(Part);
  const failed = jest.fn();
  render(<LazyPart load={load} props={props} fallback={fallback} onFailure={failed} />);
  await wait(0);
  expect(screen.getByText('not yet')).toBeVisible();
  expect(failed).toHaveBeenCalledTimes(1);
  await wait(nextTryMs);
  expect(screen.getByText('the menu')).toBeVisible();
  log.mockRestore();
});
