import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type * as Surface from './ProgressOverlaySurface';
import { ProgressOverlay } from './ProgressOverlay';

let mockHasNetwork = true;
let mockLoads = 0;
jest.mock('./ProgressOverlaySurface', () => {
  if (!mockHasNetwork) throw new Error('no network');
  mockLoads += 1;
  return jest.requireActual<typeof Surface>('./ProgressOverlaySurface');
});

const overlay = { title: 'Creating Your Quiz', stages: ['Reading', 'Sorting', 'Writing', 'Checking'], totalSeconds: 32 } as const;

// Loaded code is cached, so the order of these tests matters.
test('until its code is there it holds the page and can be cancelled; when the code does not load, a sentence says so', async () => {
  mockHasNetwork = false;
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const cancel = jest.fn();
  const page = (isOpen: boolean) => (
    <>
      <button type="button">Generate</button>
      <ProgressOverlay {...overlay} isOpen={isOpen} onCancel={cancel} />
    </>
  );
  const { container, rerender } = render(page(false));
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Generate' }));
  rerender(page(true));
  expect(screen.getByRole('dialog', { name: 'Creating Your Quiz' })).toHaveFocus();
  expect(container).toHaveAttribute('inert');
  await user.keyboard('{Escape}');
  expect(cancel).toHaveBeenCalledTimes(1);
  expect(await screen.findByRole('alert')).toHaveTextContent('The progress could not be loaded. It is still running.');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(cancel).toHaveBeenCalledTimes(2);
  expect(logged).toHaveBeenCalledWith(new Error('no network'));
  rerender(page(false));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(container).not.toHaveAttribute('inert');
  expect(screen.getByRole('button', { name: 'Generate' })).toHaveFocus();
  // After it was closed, it preloads the code for the next use.
  await waitFor(() => expect(logged).toHaveBeenCalledTimes(3));
  logged.mockRestore();
});

test('a form that mounts it closed has its code by the time it opens', async () => {
  mockHasNetwork = true;
  const { container, rerender } = render(<ProgressOverlay {...overlay} isOpen={false} />);
  await waitFor(() => expect(mockLoads).toBe(1));
  await act(async () => {
    await import('./ProgressOverlaySurface');
  });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  rerender(<ProgressOverlay {...overlay} isOpen />);
  expect(screen.getByText('32 seconds remaining')).toBeVisible();
  expect(screen.getByRole('dialog', { name: 'Creating Your Quiz' })).toBeVisible();
  expect(container).not.toHaveAttribute('inert');
});
