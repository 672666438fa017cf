import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { LazyPart, type LazyPartProps } from './LazyPart';
import { TextSkeleton } from './Skeleton';

const never = (): Promise<never> => new Promise(() => undefined);
const Part = () => <p>What came when it was wanted.</p>;
const load = (): Promise<typeof Part> => Promise.resolve(Part);

const meta = {
  title: 'Components/LazyPart',
  component: LazyPart<object>,
  args: { props: {}, load, fallback: <TextSkeleton label="Loading" lines={2} /> },
} satisfies Meta<LazyPartProps<object>>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Waiting: Story = { args: { load: never } };
export const Loaded: Story = {
  play: async ({ canvas }) => {
    await canvas.findByText('What came when it was wanted.');
  },
};
