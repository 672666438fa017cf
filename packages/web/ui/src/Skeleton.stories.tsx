import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { CardGridSkeleton, PageSkeleton, SkeletonBlock, TextSkeleton } from './Skeleton';

const meta = { title: 'Components/Skeleton', component: CardGridSkeleton, args: { label: 'Loading study guides' } } satisfies Meta<
  typeof CardGridSkeleton
>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Cards: Story = {};
export const Text: Story = { render: () => <TextSkeleton label="Loading the guide" lines={8} /> };
export const Page: Story = { render: () => <PageSkeleton /> };

/** The element of the other skeletons, for a custom shape. */
export const Block: Story = { render: () => <SkeletonBlock aria-hidden $height="88px" $width="240px" /> };
