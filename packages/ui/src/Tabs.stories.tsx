import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { useState } from 'react';
import { expect } from 'storybook/test';
import { Tabs } from './Tabs';

const Page = () => {
  const [value, setValue] = useState<'quizzes' | 'flashcards'>('quizzes');
  return (
    <Tabs
      label="Kind"
      value={value}
      onChange={setValue}
      tabs={[
        { value: 'quizzes', label: 'Quizzes', content: <p>10 questions on cell respiration</p> },
        { value: 'flashcards', label: 'Flashcards', content: <p>20 cards on cell respiration</p> },
      ]}
    />
  );
};

const meta = { title: 'Components/Tabs', component: Page } satisfies Meta<typeof Page>;
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
