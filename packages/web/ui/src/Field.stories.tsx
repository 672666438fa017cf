import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect } from 'storybook/test';
import { styled } from 'styled-components';
import { Field, FieldCaption, FieldProblem, inputShape } from './Field';

const Input = styled.input`
  ${inputShape}
`;

const meta = {
  title: 'Components/Field',
  component: Field,
  args: { label: 'Date of the examination', children: (control) => <Input type="date" {...control} /> },
} satisfies Meta<typeof Field>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Connects a control without a component of its own with its label, hint and error. */
export const OfAnyKind: Story = {};
export const WithHint: Story = { args: { hint: 'Cards come up more often as it gets near.' } };
export const WithError: Story = {
  args: { error: 'Please choose a day to come' },
  play: async ({ canvas }) => {
    await expect(canvas.getByLabelText('Date of the examination')).toHaveAccessibleDescription('Please choose a day to come');
  },
};

/** Caption and error alone, for a group of controls. */
export const InPieces: Story = {
  render: () => (
    <>
      <FieldCaption as="span">Difficulty</FieldCaption>
      <FieldProblem id="difficulty-problem">Please choose one</FieldProblem>
    </>
  ),
};
