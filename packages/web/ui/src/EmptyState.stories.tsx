import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Button } from './Button';
import { EmptyState } from './EmptyState';

const meta = {
  title: 'Components/EmptyState',
  component: EmptyState,
  args: {
    drawing: 'guide',
    children: 'No study guides created yet. Create your first one!',
    action: <Button>Create New Guide</Button>,
  },
} satisfies Meta<typeof EmptyState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Guide: Story = {};
export const Folder: Story = {
  args: { drawing: 'folder', title: 'Welcome to Folders!', children: 'Folders keep the guides of a course together.' },
};
export const Quiz: Story = { args: { drawing: 'quiz', children: 'No quizzes available yet.' } };
export const Cards: Story = { args: { drawing: 'card', children: 'No decks yet.' } };
export const Search: Story = { args: { drawing: 'search', children: 'No study guides found matching your search.', action: undefined } };
export const Activity: Story = { args: { drawing: 'activity', children: 'No recent activity to show', action: undefined } };
export const Trouble: Story = { args: { drawing: 'trouble', children: 'Something did not work.' } };
