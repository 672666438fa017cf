import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect } from 'storybook/test';
import { PasswordField } from './PasswordField';

const meta = {
  title: 'Components/PasswordField',
  component: PasswordField,
  args: { label: 'Password', autoComplete: 'off' },
} satisfies Meta<typeof PasswordField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};
export const Hidden: Story = { args: { defaultValue: 'correct horse' } };
export const Shown: Story = {
  args: { defaultValue: 'correct horse' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Show' }));
    await expect(canvas.getByLabelText('Password')).toHaveAttribute('type', 'text');
    await expect(canvas.getByRole('button', { name: 'Hide' })).toHaveAttribute('aria-pressed', 'true');
  },
};
export const WithHint: Story = { args: { label: 'New password', hint: 'At least 8 characters.' } };
export const WithError: Story = { args: { defaultValue: '1234567', error: 'Password must be at least 8 characters long' } };
