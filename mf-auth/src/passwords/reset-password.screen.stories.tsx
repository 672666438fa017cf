import { calls } from '@lectern/contracts';
import { answer, never, onPlatform, type FakeApi } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, within } from 'storybook/test';
import { ResetPasswordScreen } from './reset-password.screen';

const meta = {
  title: 'Auth/Reset password',
  component: ResetPasswordScreen,
  decorators: [onPlatform],
  tags: ['screen'],
} satisfies Meta<typeof ResetPasswordScreen>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (api: (api: FakeApi) => void = () => undefined): Pick<Story, 'parameters'> => ({
  parameters: { platform: { at: '/reset-password/abc', path: '/reset-password/:token', api } },
});
const fillIn =
  (password: string, confirmation: string): NonNullable<Story['play']> =>
  async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText('New password'), password);
    await userEvent.type(canvas.getByLabelText('Confirm new password'), confirmation);
    await userEvent.click(canvas.getByRole('button', { name: 'Reset Password' }));
  };

export const Empty: Story = on();

export const ShortPassword: Story = {
  ...on(),
  play: async (context) => {
    await fillIn('1234567', '1234567')(context);
    await expect(await context.canvas.findByText('Password must be at least 8 characters long')).toBeVisible();
  },
};

export const PasswordsDiffer: Story = {
  ...on(),
  play: async (context) => {
    await fillIn('correct horse', 'correct house')(context);
    await expect(await context.canvas.findByText('Passwords do not match')).toBeVisible();
  },
};

export const Resetting: Story = {
  ...on((api) => {
    api.on(calls.resetPassword, never);
  }),
  play: async (context) => {
    await fillIn('correct horse', 'correct horse')(context);
    await expect(await context.canvas.findByRole('button', { name: 'Resetting Password...' })).toBeDisabled();
  },
};

export const Failed: Story = {
  ...on((api) => {
    api.on(calls.resetPassword, answer(400, { msg: 'This link has expired.', code: 'link_invalid' }));
  }),
  play: async (context) => {
    await fillIn('correct horse', 'correct horse')(context);
    await expect(await within(document.body).findByText('This link has expired.')).toBeInTheDocument();
  },
};
