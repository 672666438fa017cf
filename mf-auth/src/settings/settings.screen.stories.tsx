import { calls } from '@lectern/contracts';
import { answer, learner, never, onPlatform, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, within } from 'storybook/test';
import { SettingsScreen } from './settings.screen';

const meta = {
  title: 'Auth/Settings',
  component: SettingsScreen,
  decorators: [onPlatform],
  tags: ['screen'],
} satisfies Meta<typeof SettingsScreen>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (platform: PlatformParameters = {}): Pick<Story, 'parameters'> => ({
  parameters: { platform: { at: '/settings', user: learner, ...platform } },
});

export const Full: Story = on();

export const Loading: Story = on({ session: { user: undefined, userLoad: 'loading' } });

export const Failed: Story = {
  ...on({ session: { user: undefined, userLoad: 'unreachable' } }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Your profile could not be loaded.')).toBeVisible();
  },
};

export const Saving: Story = {
  ...on({
    api: (api) => {
      api.on(calls.updateProfile, never);
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Save Changes' }));
    await expect(await canvas.findByRole('button', { name: 'Saving...' })).toBeDisabled();
  },
};

export const NameMissing: Story = {
  ...on(),
  play: async ({ canvas, userEvent }) => {
    await userEvent.clear(canvas.getByLabelText('First name'));
    await userEvent.click(canvas.getByRole('button', { name: 'Save Changes' }));
    await expect(await canvas.findByText('Please fill in this field')).toBeVisible();
    await expect(canvas.getByLabelText('First name')).toHaveFocus();
  },
};

export const PasswordsDiffer: Story = {
  ...on(),
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText('Current password'), 'old');
    await userEvent.type(canvas.getByLabelText('New password'), 'correct horse');
    await userEvent.type(canvas.getByLabelText('Confirm new password'), 'correct house');
    await userEvent.click(canvas.getByRole('button', { name: 'Update Password' }));
    await expect(await canvas.findByText('New passwords do not match')).toBeVisible();
  },
};

export const WrongPassword: Story = {
  ...on({
    api: (api) => {
      api.on(calls.updatePassword, answer(400, { msg: 'Your current password is wrong.', code: 'wrong_password' }));
    },
  }),
  play: async ({ canvas, userEvent }) => {
    for (const label of ['Current password', 'New password', 'Confirm new password'])
      await userEvent.type(canvas.getByLabelText(label), 'correct horse');
    await userEvent.click(canvas.getByRole('button', { name: 'Update Password' }));
    await expect(await within(document.body).findByText('Your current password is wrong.')).toBeInTheDocument();
    await expect(canvas.getByLabelText('New password')).toHaveValue('correct horse');
  },
};

export const DeletingAccount: Story = {
  ...on({
    api: (api) => {
      api.on(calls.deleteAccount, never);
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Delete Account' }));
    await userEvent.click(await within(document.body).findByRole('button', { name: 'Delete account' }));
    await expect(await canvas.findByRole('button', { name: 'Deleting...' })).toBeDisabled();
  },
};
