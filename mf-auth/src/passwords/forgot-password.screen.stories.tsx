import { calls } from '@lectern/contracts';
import { answer, never, onPlatform, type FakeApi } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, within } from 'storybook/test';
import { ForgotPasswordScreen } from './forgot-password.screen';

const meta = {
  title: 'Auth/Forgot password',
  component: ForgotPasswordScreen,
  decorators: [onPlatform],
  tags: ['screen'],
} satisfies Meta<typeof ForgotPasswordScreen>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (api: (api: FakeApi) => void = () => undefined): Pick<Story, 'parameters'> => ({
  parameters: { platform: { at: '/forgot-password', api } },
});
const send: NonNullable<Story['play']> = async ({ canvas, userEvent }) => {
  await userEvent.type(canvas.getByLabelText('Email'), 'ada@example.org{Enter}');
};

export const Empty: Story = on();

export const Sending: Story = {
  ...on((api) => {
    api.on(calls.forgotPassword, never);
  }),
  play: send,
};

export const Sent: Story = {
  ...on((api) => {
    api.on(calls.forgotPassword, { message: 'Sent.' });
  }),
  play: async (context) => {
    await send(context);
    await expect(await within(document.body).findByText('Reset link sent to your email!')).toBeInTheDocument();
  },
};

export const Failed: Story = {
  ...on((api) => {
    api.on(calls.forgotPassword, answer(500, { code: 'internal' }));
  }),
  play: async (context) => {
    await send(context);
    await expect(await within(document.body).findByText('Failed to send reset link')).toBeInTheDocument();
  },
};
