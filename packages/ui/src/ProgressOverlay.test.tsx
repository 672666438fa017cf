import { render, screen } from '@testing-library/react';
import { ProgressOverlay } from './ProgressOverlay';

test('covers the page with its title at once, and with the progress when its code is there', async () => {
  render(<ProgressOverlay title="Creating Your Quiz" stages={['Reading', 'Sorting', 'Writing', 'Checking']} totalSeconds={32} />);
  expect(screen.getByRole('status')).toHaveTextContent('Creating Your Quiz');
  expect(await screen.findByRole('dialog', { name: 'Creating Your Quiz' })).toBeVisible();
  expect(screen.getByText('32 seconds remaining')).toBeVisible();
});
