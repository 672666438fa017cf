import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { styled } from 'styled-components';
import { ProgressBar } from './ProgressBar';
import { space } from './tokens';

const Stack = styled.div`
  display: grid;
  gap: ${space[16]};
  max-width: 420px;
`;

const meta = { title: 'Components/ProgressBar', component: ProgressBar, args: { label: 'Question 3 of 10', percent: 30 } } satisfies Meta<
  typeof ProgressBar
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Accent: Story = {};
export const Thin: Story = { args: { isThin: true, label: 'Card 3 of 10' } };
export const Tones: Story = {
  render: () => (
    <Stack>
      <ProgressBar label="Quizzes: 3 of 5" percent={60} tone="good" />
      <ProgressBar label="Quizzes: 4 of 5" percent={80} tone="near" />
      <ProgressBar label="Quizzes: 5 of 5" percent={100} tone="full" />
      <ProgressBar label="Quizzes: 0 of 5" percent={0} tone="good" />
    </Stack>
  ),
};
