import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { TextArea } from './TextArea';

const meta = {
  title: 'Components/TextArea',
  component: TextArea,
  args: { label: 'Content', placeholder: 'Paste study material or additional notes here...' },
} satisfies Meta<typeof TextArea>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};
export const Filled: Story = {
  args: { defaultValue: 'Glycolysis splits glucose into two molecules of pyruvate.\nIt needs no oxygen.', rows: 6 },
};
export const WithHint: Story = {
  args: { label: 'Style Preference', placeholder: '', hint: 'Optional: ADPIE, IRAC, or in your own words.' },
};
export const WithError: Story = { args: { error: 'Please enter some content or upload a PowerPoint file' } };
