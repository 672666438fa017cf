import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { MadeBy } from './MadeBy';

const meta = { title: 'Components/MadeBy', component: MadeBy } satisfies Meta<typeof MadeBy>;
export default meta;
type Story = StoryObj<typeof meta>;

export const OwnEngine: Story = { args: { engine: "Lectern's own engine" } };
export const Model: Story = { args: { engine: 'gpt-5-mini', children: 'Little of this material fits IRAC.' } };
