import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CardGridSkeleton } from './Skeleton';
import { ListView, type ListViewProps } from './ListView';

interface Course {
  _id: string;
}

const courses = (...ids: string[]): Course[] => ids.map((_id) => ({ _id }));
const query: ListViewProps<Course>['query'] = {
  isPending: false,
  isFetching: false,
  isPlaceholderData: false,
  isError: false,
  refetch: jest.fn(() => Promise.resolve()),
  hasNextPage: true,
  isFetchingNextPage: false,
  fetchNextPage: () => Promise.resolve(),
};
const view = ({ query: change, ...props }: Partial<Omit<ListViewProps<Course>, 'query'>> & { query?: Partial<typeof query> }) => (
  <ListView<Course>
    query={{ ...query, ...change }}
    items={courses('a', 'b')}
    isSearching={false}
    loading={<CardGridSkeleton label="Loading courses" />}
    error={{ text: 'Error loading courses.' }}
    empty={{ drawing: 'guide', children: 'No courses yet.' }}
    noMatch={{ children: 'No courses found.' }}
    {...props}
  >
    {({ _id }) => <button>{_id}</button>}
  </ListView>
);

test('shows the skeleton while the first page is loading', () => {
  render(view({ query: { isPending: true }, items: [] }));
  expect(screen.getByRole('status')).toHaveTextContent('Loading courses');
});

test('an empty result of the former search is not shown for the next one', () => {
  render(view({ query: { isPlaceholderData: true }, items: [], isSearching: true }));
  expect(screen.getByRole('status')).toHaveTextContent('Loading courses');
  expect(screen.queryByText('No courses found.')).not.toBeInTheDocument();
});

test('a failure shows a button to try again', async () => {
  render(view({ query: { isError: true }, items: [], error: { text: 'Error loading courses.', retryLabel: 'Try Again' } }));
  expect(screen.getByRole('alert')).toHaveTextContent('Error loading courses.');
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(query.refetch).toHaveBeenCalledTimes(1);
});

test('a given view replaces the error; items that were read before stay', () => {
  const { rerender } = render(view({ query: { isError: true }, items: [], error: { text: 'Error', view: <p>Comes with premium.</p> } }));
  expect(screen.getByText('Comes with premium.')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  rerender(view({ query: { isError: true } }));
  expect(screen.getByRole('button', { name: 'a' })).toBeVisible();
});

test('an empty list and a search without a match show different sentences', () => {
  const { rerender } = render(view({ items: [] }));
  expect(screen.getByText('No courses yet.')).toBeVisible();
  rerender(view({ items: [], isSearching: true }));
  expect(screen.getByText('No courses found.')).toBeVisible();
});

test('further pages are offered, but not for the result of the former search', () => {
  const { rerender } = render(view({}));
  expect(screen.getByRole('button', { name: 'Load more' })).toBeVisible();
  rerender(view({ query: { isPlaceholderData: true } }));
  expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
});

test('when the focused card is removed, the focus goes to the next card, and without one to the list', async () => {
  const { container, rerender } = render(view({ items: courses('a', 'b', 'c') }));
  screen.getByRole('button', { name: 'b' }).focus();
  rerender(view({ items: courses('a', 'c') }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'c' })).toHaveFocus());
  rerender(view({ items: courses('a') }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'a' })).toHaveFocus());
  rerender(view({ items: [] }));
  await waitFor(() => expect(container.querySelector('[tabindex="-1"]')).toHaveFocus());
});

test('removing a card without the focus does not move the focus', async () => {
  const { rerender } = render(view({ items: courses('a', 'b') }));
  rerender(view({ items: courses('b') }));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(document.body).toHaveFocus();
});

test('a card that moves to another block keeps the focus, at the same button', async () => {
  const ids = Array.from({ length: 14 }, (_, index) => `card ${String(index)}`);
  const { rerender } = render(view({ items: courses(...ids) }));
  // The first card of the second block.
  const card = screen.getByRole('button', { name: 'card 12' });
  card.focus();
  rerender(view({ items: courses(...ids.slice(1)) }));
  expect(card).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'card 12' })).toHaveFocus());
});
