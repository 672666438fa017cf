import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { ItemFacts } from './ItemFacts';

const meta = { title: 'Study/Item facts', component: ItemFacts, args: { kind: 'question' } } satisfies Meta<typeof ItemFacts>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Replaced: Story = { args: { item: { generatedBy: 'offline' } } };
export const Edited: Story = { args: { item: { edited: true } } };
export const Everything: Story = {
  args: {
    kind: 'card',
    item: { generatedBy: 'offline', edited: true, reported: { reason: 'wrong', at: '2025-03-05T12:00:00.000Z' } },
  },
};
