import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect } from 'storybook/test';
import { SelectField } from './SelectField';

const meta = {
  title: 'Components/SelectField',
  component: SelectField,
  args: {
    label: 'Study material',
    placeholder: 'Select a study material',
    options: [
      { value: 'm1', label: 'Cell respiration' },
      { value: 'm2', label: 'Heart failure' },
    ],
  },
} satisfies Meta<typeof SelectField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};
export const Chosen: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.selectOptions(canvas.getByLabelText('Study material'), 'm2');
    await expect(canvas.getByLabelText('Study material')).toHaveValue('m2');
  },
};
export const WithError: Story = { args: { error: 'Please select a study material' } };
export const Disabled: Story = { args: { disabled: true } };
