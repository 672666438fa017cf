import { act, render, screen } from '@testing-library/react';
import { toast } from 'react-hot-toast';
import { Toasts } from './Toasts';

afterEach(() => {
  act(() => {
    toast.remove();
  });
});

test('at most two toasts at a time: an older one leaves', async () => {
  jest.useFakeTimers();
  render(<Toasts />);
  for (const text of ['first', 'second', 'third'])
    act(() => {
      toast.error(text);
    });
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  expect(screen.queryByText('first')).not.toBeInTheDocument();
  expect(screen.getByText('second')).toBeInTheDocument();
  expect(screen.getByText('third')).toBeInTheDocument();
  jest.useRealTimers();
});
