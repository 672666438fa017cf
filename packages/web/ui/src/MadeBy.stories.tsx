import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { MadeBy } from './MadeBy';

const meta = { title: 'Components/MadeBy', component: MadeBy } satisfies Meta<typeof MadeBy>;
export default meta;
type Story = StoryObj<typeof meta>;

export const OwnEngine: Story = { args: { engine: "Lectern's own engine" } };
export const Model: Story = { args: { engine: 'gpt-5-mini', children: 'Little of this material fits IRAC.' } };
export const Mixed: Story = {
  args: { engine: 'gpt-5-mini', others: { part: 'section', total: 8, by: [{ engine: "Lectern's own engine", count: 2 }] } },
};
export const MixedOfThree: Story = {
  args: {
    engine: 'gpt-5-mini',
    others: {
      part: 'question',
      total: 10,
      by: [
        { engine: "Lectern's own engine", count: 2 },
        { engine: 'llama-3.2', count: 1 },
      ],
    },
  },
};
