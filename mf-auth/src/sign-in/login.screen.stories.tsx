import { calls } from '@lectern/contracts';
import { answer, never, onPlatform, type FakeApi } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, within } from 'storybook/test';
import { LoginScreen } from './login.screen';

const meta = { title: 'Auth/Login', component: LoginScreen, decorators: [onPlatform], tags: ['screen'] } satisfies Meta<typeof LoginScreen>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (api: (api: FakeApi) => void = () => undefined): Pick<Story, 'parameters'> => ({
  parameters: { platform: { at: '/login', path: '/login', api } },
});
const fillIn: NonNullable<Story['play']> = async ({ canvas, userEvent }) => {
  await userEvent.type(canvas.getByLabelText('Email'), 'ada@example.org');
  await userEvent.type(canvas.getByLabelText('Password'), 'correct horse');
  await userEvent.click(canvas.getByRole('button', { name: 'Sign In' }));
};

export const Empty: Story = on();

export const FieldsMissing: Story = {
  ...on(),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Sign In' }));
    await expect(await canvas.findAllByText('Please fill in this field')).toHaveLength(2);
  },
};

export const SigningIn: Story = {
  ...on((api) => {
    api.on(calls.login, never);
  }),
  play: async (context) => {
    await fillIn(context);
    await expect(await context.canvas.findByRole('button', { name: 'Signing in...' })).toBeDisabled();
  },
};

export const Refused: Story = {
  ...on((api) => {
    api.on(calls.login, answer(401, { msg: 'Email or password is wrong.', code: 'wrong_credentials' }));
  }),
  play: async (context) => {
    await fillIn(context);
    await expect(await within(document.body).findByText('Email or password is wrong.')).toBeInTheDocument();
    await expect(context.canvas.getByLabelText('Email')).toHaveValue('ada@example.org');
  },
};
