import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { TextField } from './TextField';

const meta = { title: 'Components/TextField', component: TextField, args: { label: 'Folder Name' } } satisfies Meta<typeof TextField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};
export const Filled: Story = { args: { defaultValue: 'Biology of the cell' } };
export const WithHint: Story = { args: { label: 'Email', type: 'email', hint: 'We send a link to this address.' } };
export const WithError: Story = { args: { label: 'First name', error: 'Please fill in this field' } };
export const ReadOnly: Story = {
  args: { label: 'Email', defaultValue: 'ada@example.org', readOnly: true, hint: 'Your email cannot be changed.' },
};
export const Disabled: Story = { args: { defaultValue: 'Biology', disabled: true } };
