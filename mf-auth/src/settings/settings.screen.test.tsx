import { calls } from '@lectern/contracts';
import { getSession } from '@lectern/platform';
import { answer, installFakeApi, learner, renderWithPlatform, type FakeApi, type RenderOptions } from '@lectern/platform/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SettingsScreen } from './settings.screen';

let api: FakeApi;
const show = (options: RenderOptions = {}) => {
  renderWithPlatform(<SettingsScreen />, { at: '/settings', user: learner, ...options });
  return userEvent.setup();
};
const card = (name: string) => within(screen.getByRole('region', { name }));

beforeEach(() => {
  api = installFakeApi();
});
afterEach(() => {
  api.restore();
});

test('title, subtitle and three cards', () => {
  show();
  expect(screen.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  expect(screen.getByText('Manage your account settings')).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Account Settings',
    'Security',
    'Delete Account',
  ]);
  expect(card('Delete Account').getByText(/permanently deletes your account and all of your data/)).toBeVisible();
});

describe('account settings', () => {
  test('the names can be changed, the email cannot', async () => {
    let finish: (value: unknown) => void = () => undefined;
    api.on(calls.updateProfile, () => new Promise((resolve) => (finish = resolve)));
    const user = show();
    const first = screen.getByLabelText('First name');
    expect(first).toHaveValue('Ada');
    expect(screen.getByLabelText('Last name')).toHaveValue('Lovelace');
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
    expect(screen.getByLabelText('Email')).toHaveAttribute('readonly');
    await user.clear(first);
    await user.type(first, 'Augusta');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDisabled();
    expect(api.received[0]).toMatchObject({ method: 'PUT', path: '/auth/update-profile' });
    expect(api.received[0]?.body).toEqual({ firstName: 'Augusta', lastName: 'Lovelace' });
    finish({ user: { ...learner, firstName: 'Augusta' } });
    expect(await screen.findByText('Profile updated successfully')).toBeInTheDocument();
    expect(getSession().user?.firstName).toBe('Augusta');
    expect(first).toHaveValue('Augusta');
  });

  test('names are needed', async () => {
    const user = show();
    await user.clear(screen.getByLabelText('First name'));
    await user.type(screen.getByLabelText('First name'), '  ');
    await user.clear(screen.getByLabelText('Last name'));
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findAllByText('Please fill in this field')).toHaveLength(2);
    expect(api.received).toHaveLength(0);
  });

  test.each([
    ["the server's sentence", answer(400, { msg: 'At most 200 characters', code: 'invalid' }), 'At most 200 characters'],
    ['the fallback', answer(500, { code: 'internal' }), 'Failed to update profile'],
  ])('a failure shows %s and keeps what was typed', async (_name, given, text) => {
    api.on(calls.updateProfile, given);
    const user = show();
    await user.type(screen.getByLabelText('First name'), 'x');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByLabelText('First name')).toHaveValue('Adax');
    expect(getSession().user?.firstName).toBe('Ada');
  });

  test('without a profile it waits, or offers to try again', async () => {
    api.on(calls.getUser, answer(503, { msg: 'Please try again in a moment.', code: 'unavailable' }));
    const user = show({ session: { user: undefined, userLoad: 'unreachable' } });
    expect(screen.getByText('Your profile could not be loaded.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Please try again in a moment.')).toBeInTheDocument();
    api.on(calls.getUser, { user: learner });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('First name')).toHaveValue('Ada');
  });
});

describe('security', () => {
  const fillIn = async (user: ReturnType<typeof userEvent.setup>, current: string, next: string, confirmation: string) => {
    if (current !== '') await user.type(screen.getByLabelText('Current password'), current);
    if (next !== '') await user.type(screen.getByLabelText('New password'), next);
    if (confirmation !== '') await user.type(screen.getByLabelText('Confirm new password'), confirmation);
    await user.click(screen.getByRole('button', { name: 'Update Password' }));
  };

  test('three fields, each with its toggle', async () => {
    const user = show();
    for (const toggle of card('Security').getAllByRole('button', { name: 'Show' })) await user.click(toggle);
    for (const label of ['Current password', 'New password', 'Confirm new password'])
      expect(screen.getByLabelText(label)).toHaveAttribute('type', 'text');
  });

  test('changes the password, of any length, and empties the fields', async () => {
    let finish: (value: unknown) => void = () => undefined;
    api.on(calls.updatePassword, () => new Promise((resolve) => (finish = resolve)));
    const user = show();
    await fillIn(user, 'old', 'short', 'short');
    expect(await screen.findByRole('button', { name: 'Updating...' })).toBeDisabled();
    expect(api.received[0]).toMatchObject({ method: 'PUT', path: '/auth/update-password' });
    expect(api.received[0]?.body).toEqual({ currentPassword: 'old', newPassword: 'short' });
    finish({ message: 'Done.' });
    expect(await screen.findByText('Password updated successfully')).toBeInTheDocument();
    for (const label of ['Current password', 'New password', 'Confirm new password']) expect(screen.getByLabelText(label)).toHaveValue('');
  });

  test('another confirmation, or nothing', async () => {
    const user = show();
    await fillIn(user, 'old', 'new password', 'new passwort');
    expect(await screen.findByText('New passwords do not match')).toBeVisible();
    expect(api.received).toHaveLength(0);
    await user.clear(screen.getByLabelText('Current password'));
    await user.click(screen.getByRole('button', { name: 'Update Password' }));
    expect(await screen.findByText('Please fill in this field')).toBeVisible();
    expect(api.received).toHaveLength(0);
  });

  test.each([
    [
      "the server's sentence",
      answer(400, { msg: 'Your current password is wrong.', code: 'wrong_password' }),
      'Your current password is wrong.',
    ],
    ['the fallback', answer(500, { code: 'internal' }), 'Failed to update password'],
  ])('a failure shows %s and keeps what was typed', async (_name, given, text) => {
    api.on(calls.updatePassword, given);
    const user = show();
    await fillIn(user, 'old', 'new password', 'new password');
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByLabelText('New password')).toHaveValue('new password');
    expect(getSession().isAuthenticated).toBe(true);
  });
});

describe('deleting the account', () => {
  const question = 'Are you sure you want to delete your account? This action cannot be undone.';
  const ask = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.click(card('Delete Account').getByRole('button', { name: 'Delete Account' }));
    return within(await screen.findByRole('alertdialog', { name: question }));
  };

  test('asks first, and a no changes nothing', async () => {
    const user = show();
    const dialog = await ask(user);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    });
    expect(api.received).toHaveLength(0);
    expect(getSession().isAuthenticated).toBe(true);
  });

  test('a yes deletes it, ends the session and goes to the start', async () => {
    let finish: (value: unknown) => void = () => undefined;
    api.on(calls.deleteAccount, () => new Promise((resolve) => (finish = resolve)));
    const user = show();
    const dialog = await ask(user);
    await user.click(dialog.getByRole('button', { name: 'Delete account' }));
    expect(await screen.findByRole('button', { name: 'Deleting...' })).toBeDisabled();
    expect(api.received[0]).toMatchObject({ method: 'DELETE', path: '/auth/delete-account' });
    finish({ message: 'Deleted.' });
    expect(await screen.findByText('Account deleted successfully')).toBeInTheDocument();
    expect(screen.getByTestId('location')).toHaveTextContent(/^\/$/);
    expect(getSession()).toMatchObject({ token: undefined, user: undefined, isAuthenticated: false, hasLeft: true });
    expect(localStorage.getItem('token')).toBeNull();
  });

  test.each([
    ["the server's sentence", answer(503, { msg: 'Please try again in a moment.', code: 'unavailable' }), 'Please try again in a moment.'],
    ['the fallback', answer(500, { code: 'internal' }), 'Failed to delete account'],
  ])('a failure shows %s and stays signed in', async (_name, given, text) => {
    api.on(calls.deleteAccount, given);
    const user = show();
    const dialog = await ask(user);
    await user.click(dialog.getByRole('button', { name: 'Delete account' }));
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(getSession().isAuthenticated).toBe(true);
    expect(screen.getByTestId('location')).toHaveTextContent(/^\/settings$/);
    await waitFor(() => {
      expect(card('Delete Account').getByRole('button', { name: 'Delete Account' })).toBeEnabled();
    });
  });
});
