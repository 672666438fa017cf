import { act, fireEvent, render, screen } from '@testing-library/react';
import { useUndoLine } from './useUndoLine';

const Page = () => {
  const { undoLine, line } = useUndoLine();
  return (
    <>
      <button onClick={() => undoLine.offer('Quiz deleted', () => Promise.resolve(true))}>Delete</button>
      {line}
    </>
  );
};

afterEach(() => {
  jest.useRealTimers();
});

test('the offer stays; what was undone is said for some seconds, and the focus is not lost with it', async () => {
  jest.useFakeTimers();
  const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
  render(<Page />);
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await pass(60_000);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await pass(1_000);
  expect(screen.getByText('Undone. Everything is as it was.')).toBeInTheDocument();
  screen.getByRole('button', { name: 'Dismiss' }).focus();
  await pass(10_000);
  expect(screen.queryByText('Undone. Everything is as it was.')).not.toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveFocus();
});
