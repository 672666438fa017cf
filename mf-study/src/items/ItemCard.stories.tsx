import { onPlatform } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { fn } from 'storybook/test';
import { aDeck, heartQuiz, listed, listedDeck } from '../testing';
import { DeckCard, QuizCard } from './ItemCard';

const actions = { onRename: fn(), onCopy: fn(), onShare: fn(), onDelete: fn(), onSelect: fn() };

const meta = { title: 'Study/Item card', component: QuizCard, decorators: [onPlatform] } satisfies Meta<typeof QuizCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Quiz: Story = { args: { item: listed(heartQuiz()), actions } };
export const QuizWithBestScore: Story = { args: { item: listed(heartQuiz({ currentScore: 90 })), actions } };
export const QuizBeingMade: Story = {
  args: { item: listed(heartQuiz({ generation: { state: 'running', asked: 10, made: 3 } })), actions },
};
export const Deck: Story = {
  args: { item: listed(heartQuiz()), actions },
  render: () => <DeckCard item={listedDeck(aDeck({}))} actions={actions} />,
};
