import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PasswordField } from './PasswordField';

test('§2 Login: the password has a show/hide toggle, which submits nothing', async () => {
  const submit = jest.fn();
  render(
    <form onSubmit={submit}>
      <PasswordField label="Password" autoComplete="current-password" />
    </form>,
  );
  const user = userEvent.setup();
  const field = screen.getByLabelText('Password');
  await user.type(field, 'correct horse');
  expect(field).toHaveAttribute('type', 'password');
  const toggle = screen.getByRole('button', { name: 'Show' });
  expect(toggle).toHaveAttribute('aria-pressed', 'false');
  expect(toggle).toHaveAttribute('aria-controls', field.id);
  await user.click(toggle);
  expect(field).toHaveAttribute('type', 'text');
  expect(screen.getByRole('button', { name: 'Hide' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: 'Hide' }));
  expect(field).toHaveAttribute('type', 'password');
  expect(field).toHaveValue('correct horse');
  expect(submit).not.toHaveBeenCalled();
});

test('hint and error belong to the field', () => {
  render(<PasswordField label="New password" hint="At least 8 characters." error="Too short" />);
  const field = screen.getByLabelText('New password');
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription('At least 8 characters. Too short');
  expect(screen.getByRole('alert')).toHaveTextContent('Too short');
});
