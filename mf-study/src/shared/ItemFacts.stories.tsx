import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { ItemFacts } from './ItemFacts';

const meta = { title: 'Study/Item facts', component: ItemFacts, args: { kind: 'question', madeBy: 'openai:gpt-5-mini' } } satisfies Meta<
  typeof ItemFacts
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Replaced: Story = { args: { item: { generatedBy: 'offline' } } };
const source = { pointer: { kind: 'slide', slide: 4, part: 'body', paragraph: 1 }, quote: 'Preload is the stretch.' } as const;

export const Edited: Story = { args: { item: { edited: true, source } } };
/** Written or imported by the learner. */
export const Own: Story = { args: { item: { edited: true }, kind: 'card' } };
export const Everything: Story = {
  args: {
    kind: 'card',
    item: { generatedBy: 'offline', edited: true, source, reported: { reason: 'wrong', at: '2025-03-05T12:00:00.000Z' } },
  },
};
