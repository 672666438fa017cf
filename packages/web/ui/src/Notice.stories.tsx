import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Button } from './Button';
import { AlertCircle, CheckCircle2 } from './icons';
import { Notice } from './Notice';

const meta = {
  title: 'Components/Notice',
  component: Notice,
  args: { children: 'Your payment is being confirmed. This takes a few seconds.' },
} satisfies Meta<typeof Notice>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Info: Story = {};
export const Neutral: Story = { args: { tone: 'neutral', children: 'The checkout was canceled. Nothing was charged.' } };
export const Success: Story = { args: { tone: 'success', icon: <CheckCircle2 aria-hidden />, children: 'You now have Premium.' } };
export const Warning: Story = { args: { tone: 'warning', children: 'The material supports 6 questions of the 10 asked for.' } };
export const Danger: Story = {
  args: { tone: 'danger', icon: <AlertCircle aria-hidden />, isUrgent: true, children: 'The upload did not finish.' },
};
export const WithAction: Story = {
  args: { tone: 'warning', children: 'Quizzes could not be searched.', action: <Button variant="quiet">Try again</Button> },
};
