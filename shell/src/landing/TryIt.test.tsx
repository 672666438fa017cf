import { renderWithPlatform } from '@lectern/platform/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TryIt } from './TryIt';

test('a visitor answers a question and flips a card', async () => {
  renderWithPlatform(<TryIt />);
  await userEvent.click(screen.getByRole('radio', { name: 'Contract and eject blood' }));
  expect(screen.getByText('Not quite.')).toBeVisible();
  expect(screen.getByLabelText('Your answer')).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: /^Relax and fill with blood/ }));
  expect(screen.getByText('Right.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^A card.*Click to flip$/ }));
  expect(screen.getByText(/^Closing valves/)).toBeVisible();
});
