import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, fn } from 'storybook/test';
import { RadioChoice, RadioField } from './RadioField';

const meta = {
  title: 'Components/RadioField',
  component: RadioField,
  args: {
    label: 'What is wrong with it?',
    options: [
      { value: 'wrong', label: 'The answer or the explanation is wrong.' },
      { value: 'unclear', label: 'I cannot tell what is meant.' },
      { value: 'other', label: 'Something else.' },
    ],
    value: undefined,
    onChange: fn(),
  },
} satisfies Meta<typeof RadioField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByText('Something else.'));
    await expect(args.onChange).toHaveBeenCalledWith('other');
  },
};
export const Chosen: Story = { args: { value: 'unclear' } };
export const WithError: Story = { args: { error: 'Please choose a reason' } };
/** A single framed radio button, for a group that renders its own question. */
export const Choice: StoryObj<typeof RadioChoice> = {
  render: () => (
    <RadioChoice>
      <input type="radio" name="choice" defaultChecked />
      Contract and eject blood
    </RadioChoice>
  ),
};
