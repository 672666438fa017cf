import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { useState } from 'react';
import { expect, fn } from 'storybook/test';
import { Tabs, type TabsProps } from './Tabs';

const Stateful = ({ value: first, onChange, ...rest }: TabsProps<string>) => {
  const [value, setValue] = useState(first);
  return (
    <Tabs
      {...rest}
      value={value}
      onChange={(next) => {
        setValue(next);
        onChange(next);
      }}
    />
  );
};

const meta = {
  title: 'Components/Tabs',
  component: Tabs<string>,
  args: {
    label: 'Kind',
    value: 'quizzes',
    onChange: fn(),
    tabs: [
      { value: 'quizzes', label: 'Quizzes', content: <p>10 questions on cell respiration</p> },
      { value: 'flashcards', label: 'Flashcards', content: <p>20 cards on cell respiration</p> },
    ],
  },
  render: (args) => <Stateful {...args} />,
} satisfies Meta<typeof Tabs<string>>;
export default meta;
type Story = StoryObj<typeof meta>;

export const First: Story = {};
export const Second: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('tab', { name: 'Quizzes' }));
    await userEvent.keyboard('{ArrowRight}');
    await expect(canvas.getByRole('tab', { name: 'Flashcards' })).toHaveAttribute('aria-selected', 'true');
    await expect(canvas.getByText('20 cards on cell respiration')).toBeVisible();
  },
};
