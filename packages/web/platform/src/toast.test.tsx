import { act, fireEvent, render, screen } from '@testing-library/react';
import { Toaster, toast as library } from 'react-hot-toast';
import { prepareToasts, toast, toastDuration } from './toast';
import { MemoryRouter } from './testing';

const show = (action: () => void): void => {
  render(<Toaster />);
  act(action);
};
const wait = (milliseconds: number) =>
  act(() => {
    jest.advanceTimersByTime(milliseconds);
  });
/** A dismissed toast stays a moment longer, for its animation. */
const leavingMs = 1_000;

beforeAll(prepareToasts);
beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  act(() => {
    library.remove();
  });
  jest.useRealTimers();
});

test('errors are assertive live regions, the others polite', () => {
  show(() => {
    toast.error('No');
    toast.success('Yes');
    toast.plain('Redirecting to checkout...');
  });
  expect(screen.getByText('No')).toHaveAttribute('role', 'alert');
  expect(screen.getByText('No')).toHaveAttribute('aria-live', 'assertive');
  expect(screen.getByText('Yes')).toHaveAttribute('role', 'status');
  expect(screen.getByText('Redirecting to checkout...')).toHaveAttribute('aria-live', 'polite');
});

test.each([
  ['§9 Toasts: the library default for success is 2 s', () => toast.success('text'), 2_000],
  ['§9 Toasts: the library default for errors is 4 s', () => toast.error('text'), 4_000],
  ['§9 Toasts: on login, register and most messages 1 s', () => toast.error('text', { duration: toastDuration.short }), 1_000],
  ['§9 Toasts: 2 s for password reset success', () => toast.success('text', { duration: toastDuration.long }), 2_000],
])('%s', (_name, action, duration) => {
  show(action);
  const dismiss = jest.spyOn(library, 'dismiss');
  wait(duration - 1);
  expect(dismiss).not.toHaveBeenCalled();
  expect(screen.getByText('text')).toBeInTheDocument();
  wait(1);
  wait(leavingMs);
  expect(screen.queryByText('text')).not.toBeInTheDocument();
  dismiss.mockRestore();
});

test('a sentence is on screen once, however often it is said', () => {
  show(() => {
    toast.error('No');
    toast.error('No');
  });
  expect(screen.getAllByText('No')).toHaveLength(1);
});

test('a toast is replaced and dismissed by its id', () => {
  show(() => {
    toast.error('first', { id: 'one' });
    toast.error('second', { id: 'one' });
  });
  expect(screen.queryByText('first')).not.toBeInTheDocument();
  expect(screen.getByText('second')).toBeInTheDocument();
  act(() => {
    toast.dismiss('one');
  });
  wait(leavingMs);
  expect(screen.queryByText('second')).not.toBeInTheDocument();
});

test('a toast leaves when its link is followed', () => {
  render(
    <MemoryRouter>
      <Toaster />
    </MemoryRouter>,
  );
  act(() => {
    toast.success('Made', { duration: 60_000, action: { label: 'Open', to: '/made' } });
  });
  fireEvent.click(screen.getByRole('link', { name: 'Open' }));
  wait(leavingMs);
  expect(screen.queryByText('Made')).not.toBeInTheDocument();
});
