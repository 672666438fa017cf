import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { LoadProblem } from './LoadProblem';

const meta = { title: 'Components/LoadProblem', component: LoadProblem } satisfies Meta<typeof LoadProblem>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Covers part of the page until the next press. */
export const Shown: Story = {};
