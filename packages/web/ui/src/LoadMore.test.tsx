import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LoadMore, type LoadMoreProps } from './LoadMore';

/** The active observers. Tests call them with what comes into view. */
let watching: ((isNear: boolean) => void)[] = [];
class FakeObserver {
  private readonly tell: (isNear: boolean) => void;
  constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
    this.tell = (isIntersecting) => {
      callback([{ isIntersecting }]);
    };
  }
  observe(): void {
    watching.push(this.tell);
  }
  disconnect(): void {
    watching = watching.filter((tell) => tell !== this.tell);
  }
}
const comesNear = () =>
  act(() => {
    for (const tell of [...watching]) tell(true);
  });

const fetchNextPage = jest.fn(() => Promise.resolve());
const query = (change: Partial<LoadMoreProps['query']> = {}): LoadMoreProps['query'] => ({
  hasNextPage: true,
  isFetchingNextPage: false,
  fetchNextPage,
  ...change,
});

beforeEach(() => {
  watching = [];
  Object.assign(globalThis, { IntersectionObserver: FakeObserver });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'IntersectionObserver');
});

test('loads the next page once when the end comes near, and observes again afterwards', () => {
  const { rerender } = render(<LoadMore query={query()} />);
  expect(fetchNextPage).not.toHaveBeenCalled();
  comesNear();
  comesNear();
  expect(fetchNextPage).toHaveBeenCalledTimes(1);
  rerender(<LoadMore query={query({ isFetchingNextPage: true })} />);
  expect(watching).toHaveLength(0);
  expect(screen.getByRole('button', { name: 'Loading...' })).toBeDisabled();
  rerender(<LoadMore query={query()} />);
  comesNear();
  expect(fetchNextPage).toHaveBeenCalledTimes(2);
});

test('after a failure it waits for the button', async () => {
  render(<LoadMore query={query({ isFetchNextPageError: true })} />);
  expect(watching).toHaveLength(0);
  expect(screen.getByRole('alert')).toHaveTextContent('The rest of the list could not be loaded.');
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  expect(fetchNextPage).toHaveBeenCalledTimes(1);
});

test('shows the button without IntersectionObserver, and none at the end', async () => {
  Reflect.deleteProperty(globalThis, 'IntersectionObserver');
  const { rerender, container } = render(<LoadMore query={query()} />);
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  expect(fetchNextPage).toHaveBeenCalledTimes(1);
  rerender(<LoadMore query={query({ hasNextPage: false })} />);
  expect(container).toBeEmptyDOMElement();
});
