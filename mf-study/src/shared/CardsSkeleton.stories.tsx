import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { CardsSkeleton } from './CardsSkeleton';

const meta = { title: 'Study/Cards skeleton', component: CardsSkeleton } satisfies Meta<typeof CardsSkeleton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Quizzes: Story = { args: { label: 'Loading quizzes', lines: 1, foot: [22, 40] } };
export const Progress: Story = { args: { label: 'Loading progress', foot: [38, 40] } };
