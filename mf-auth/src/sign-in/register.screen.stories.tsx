import { calls } from '@lectern/contracts';
import { answer, never, onPlatform, type FakeApi } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, within } from 'storybook/test';
import { RegisterScreen } from './register.screen';

const meta = {
  title: 'Auth/Register',
  component: RegisterScreen,
  decorators: [onPlatform],
  tags: ['screen'],
} satisfies Meta<typeof RegisterScreen>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (api: (api: FakeApi) => void = () => undefined): Pick<Story, 'parameters'> => ({
  parameters: { platform: { at: '/register', path: '/register', api } },
});
const fillIn =
  (password: string, confirmation: string): NonNullable<Story['play']> =>
  async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByLabelText('First name'), 'Ada');
    await userEvent.type(canvas.getByLabelText('Last name'), 'Lovelace');
    await userEvent.type(canvas.getByLabelText('Email'), 'ada@example.org');
    await userEvent.type(canvas.getByLabelText('Password'), password);
    await userEvent.type(canvas.getByLabelText('Confirm password'), confirmation);
    await userEvent.click(canvas.getByRole('button', { name: 'Register' }));
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

export const Registering: Story = {
  ...on((api) => {
    api.on(calls.register, never);
  }),
  play: async (context) => {
    await fillIn('correct horse', 'correct horse')(context);
    await expect(await context.canvas.findByRole('button', { name: 'Registering...' })).toBeDisabled();
  },
};

export const Failed: Story = {
  ...on((api) => {
    api.on(calls.register, answer(500, { code: 'internal' }));
  }),
  play: async (context) => {
    await fillIn('correct horse', 'correct horse')(context);
    await expect(await within(document.body).findByText('Registration failed')).toBeInTheDocument();
  },
};
