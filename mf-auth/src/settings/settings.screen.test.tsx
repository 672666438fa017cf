import { calls } from '@lectern/contracts';
import { getSession, signIn } from '@lectern/platform';
import {
  answer,
  findNotice,
  installFakeApi,
  learner,
  renderWithPlatform,
  type FakeApi,
  type RenderOptions,
} from '@lectern/platform/testing';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AccountForm } from './AccountForm';
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

test("§2 Settings: title 'Settings', subtitle 'Manage your account settings', three cards; Delete Account warns that it permanently deletes the account and all data", () => {
  show();
  expect(screen.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  expect(screen.getByText('Manage your account settings')).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Account Settings',
    'Security',
    'Delete Account',
  ]);
  expect(card('Delete Account').getByText(/permanently deletes your account and all your data/)).toBeVisible();
});

test('everything that is kept is saved as a file; within an hour of the last one, the answer stays beside the button', async () => {
  const file = answer(200, new Blob(['PK']), { 'content-disposition': "attachment; filename*=UTF-8''Lectern%202026-03-05.zip" });
  api.on(calls.exportAccount, file);
  URL.createObjectURL = () => 'blob:1';
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const user = show();
  const group = within(screen.getByRole('group', { name: 'Your data' }));
  await user.click(group.getByRole('button', { name: 'Export my data' }));
  expect(await screen.findByText('Saved Lectern 2026-03-05.zip')).toBeInTheDocument();
  const msg = 'Your data can be exported once an hour. Please try again in 30 minutes.';
  api.on(calls.exportAccount, answer(429, { msg, code: 'rate_limited', requestId: 'r1' }, { 'retry-after': '1800' }));
  await user.click(group.getByRole('button', { name: 'Export my data' }));
  expect(await screen.findAllByText(msg)).toHaveLength(2);
  api.on(calls.exportAccount, file);
  await user.click(group.getByRole('button', { name: 'Export my data' }));
  await waitFor(() => expect(group.queryByText(msg)).not.toBeInTheDocument());
});

test('the import of flashcards is found beside the export', async () => {
  const user = show();
  await user.click(within(screen.getByRole('group', { name: 'Your data' })).getByRole('link', { name: 'Import flashcards' }));
  expect(screen.getByTestId('location')).toHaveTextContent('/quizzes?tab=flashcards&import=1');
});

describe('account settings', () => {
  test("§2 Settings: first name and last name editable, email read-only, only firstName and lastName are sent (§5); 'Profile updated successfully'", async () => {
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

  test('§2 Settings: empty names are refused', async () => {
    const user = show();
    await user.clear(screen.getByLabelText('First name'));
    await user.type(screen.getByLabelText('First name'), '  ');
    await user.clear(screen.getByLabelText('Last name'));
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findAllByText('Please fill in this field')).toHaveLength(2);
    expect(api.received).toHaveLength(0);
  });

  test.each([
    ['the server message', answer(400, { msg: 'At most 200 characters', code: 'invalid' }), 'At most 200 characters'],
    ["'Failed to update profile'", answer(500, { code: 'internal' }), 'Failed to update profile'],
  ])('§8 Auth and account: a failed change of the profile shows %s and keeps what was typed', async (_name, given, text) => {
    api.on(calls.updateProfile, given);
    const user = show();
    await user.type(screen.getByLabelText('First name'), 'x');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await findNotice(text)).toBeInTheDocument();
    expect(screen.getByLabelText('First name')).toHaveValue('Adax');
    expect(getSession().user?.firstName).toBe('Ada');
  });

  test('§4 Session: names that were typed survive a session that expired before they were saved', async () => {
    api.on(calls.updateProfile, answer(401, { msg: 'Please sign in again.', code: 'session_ended' }));
    const user = show();
    await user.type(screen.getByLabelText('First name'), ' Byron');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => {
      expect(getSession().isAuthenticated).toBe(false);
    });
    cleanup();
    act(() => {
      signIn('t2', learner);
    });
    render(<AccountForm user={learner} />);
    expect(screen.getByLabelText('First name')).toHaveValue('Ada Byron');
    api.on(calls.updateProfile, { user: { ...learner, firstName: 'Ada Byron' } });
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => {
      expect(getSession().user?.firstName).toBe('Ada Byron');
    });
    cleanup();
    render(<AccountForm user={{ ...learner, firstName: 'Augusta' }} />);
    expect(screen.getByLabelText('First name')).toHaveValue('Augusta');
  });

  test('without a profile it shows a skeleton, or an error with "Try again"', async () => {
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

test('the theme is chosen between system, light and dark', async () => {
  const user = show();
  const theme = within(screen.getByRole('radiogroup', { name: 'Theme' }));
  expect(theme.getByRole('radio', { name: 'System' })).toBeChecked();
  await user.click(theme.getByRole('radio', { name: 'Dark' }));
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  await user.click(theme.getByRole('radio', { name: 'System' }));
  expect(document.documentElement).not.toHaveAttribute('data-theme');
});

describe('security', () => {
  const fillIn = async (user: ReturnType<typeof userEvent.setup>, current: string, next: string, confirmation: string) => {
    if (current !== '') await user.type(screen.getByLabelText('Current password'), current);
    if (next !== '') await user.type(screen.getByLabelText('New password'), next);
    if (confirmation !== '') await user.type(screen.getByLabelText('Confirm new password'), confirmation);
    await user.click(screen.getByRole('button', { name: 'Update Password' }));
  };

  test('§2 Settings: current password, new password, confirmation, each with show/hide', async () => {
    const user = show();
    for (const toggle of card('Security').getAllByRole('button', { name: 'Show' })) await user.click(toggle);
    for (const label of ['Current password', 'New password', 'Confirm new password'])
      expect(screen.getByLabelText(label)).toHaveAttribute('type', 'text');
  });

  test("§5 Change password: no length rule on that form; 'Password updated successfully' empties the fields", async () => {
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

  test("§5 Change password: the new password must equal the confirmation, else 'New passwords do not match'", async () => {
    const user = show();
    await fillIn(user, 'old', 'new password', 'new passwort');
    expect(await screen.findByText('New passwords do not match')).toBeVisible();
    expect(api.received).toHaveLength(0);
    await user.clear(screen.getByLabelText('Confirm new password'));
    expect(await screen.findByText('Please enter the password again')).toBeVisible();
    await user.clear(screen.getByLabelText('Current password'));
    await user.click(screen.getByRole('button', { name: 'Update Password' }));
    expect(await screen.findByText('Please fill in this field')).toBeVisible();
    expect(api.received).toHaveLength(0);
  });

  test.each([
    [
      'the server message',
      answer(400, { msg: 'Your current password is wrong.', code: 'wrong_password' }),
      'Your current password is wrong.',
    ],
    ["'Failed to update password'", answer(500, { code: 'internal' }), 'Failed to update password'],
  ])('§8 Auth and account: a failed change of the password shows %s and keeps what was typed', async (_name, given, text) => {
    api.on(calls.updatePassword, given);
    const user = show();
    await fillIn(user, 'old', 'new password', 'new password');
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(screen.getByLabelText('New password')).toHaveValue('new password');
    expect(getSession().isAuthenticated).toBe(true);
  });
});

test('a wrong current password is named beside its field', async () => {
  api.on(calls.updatePassword, answer(400, { msg: 'Your current password is wrong.', code: 'wrong_password' }));
  const user = show();
  await user.type(screen.getByLabelText('Current password'), 'old');
  await user.type(screen.getByLabelText('New password'), 'new password');
  await user.type(screen.getByLabelText('Confirm new password'), 'new password{Enter}');
  expect(await screen.findByText('Your current password is wrong.')).toBeVisible();
  expect(screen.getByLabelText('Current password')).toBeInvalid();
  expect(screen.getByLabelText('Current password')).toHaveFocus();
});

describe('deleting the account', () => {
  const question = 'Are you sure you want to delete your account? This action cannot be undone.';
  const ask = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.click(card('Delete Account').getByRole('button', { name: 'Delete Account' }));
    return within(await screen.findByRole('alertdialog', { name: question }));
  };

  test("§8 Confirmations: asks 'Are you sure you want to delete your account? This action cannot be undone.'; a no changes nothing", async () => {
    const user = show();
    const dialog = await ask(user);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    });
    expect(api.received).toHaveLength(0);
    expect(getSession().isAuthenticated).toBe(true);
  });

  test("§2 Settings: deleting the account shows 'Account deleted successfully', clears the session (§4), and goes to /", async () => {
    let finish: (value: unknown) => void = () => undefined;
    api.on(calls.deleteAccount, () => new Promise((resolve) => (finish = resolve)));
    const user = show();
    const dialog = await ask(user);
    await user.click(dialog.getByRole('button', { name: 'Delete account' }));
    expect(await screen.findByRole('button', { name: 'Deleting...' })).toBeDisabled();
    expect(api.received[0]).toMatchObject({ method: 'DELETE', path: '/auth/delete-account' });
    finish({ message: 'Deleted.' });
    expect(await screen.findByText('Account deleted successfully')).toBeInTheDocument();
    await waitFor(() => {
      expect(screen.getByTestId('location')).toHaveTextContent(/^\/$/);
    });
    expect(getSession()).toMatchObject({ token: undefined, user: undefined, isAuthenticated: false, hasLeft: true });
    expect(localStorage.getItem('token')).toBeNull();
  });

  test.each([
    ['the server message', answer(503, { msg: 'Please try again in a moment.', code: 'unavailable' }), 'Please try again in a moment.'],
    ["'Failed to delete account'", answer(500, { code: 'internal' }), 'Failed to delete account'],
  ])('§8 Auth and account: a failed deletion shows %s and leaves the learner signed in', async (_name, given, text) => {
    api.on(calls.deleteAccount, given);
    const user = show();
    const dialog = await ask(user);
    await user.click(dialog.getByRole('button', { name: 'Delete account' }));
    expect(await screen.findAllByText(text)).toHaveLength(2);
    expect(getSession().isAuthenticated).toBe(true);
    expect(screen.getByTestId('location')).toHaveTextContent(/^\/settings$/);
    await waitFor(() => {
      expect(card('Delete Account').getByRole('button', { name: 'Delete Account' })).toBeEnabled();
    });
  });
});
