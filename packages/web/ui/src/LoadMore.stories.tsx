import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { LoadMore } from './LoadMore';

const query = { hasNextPage: true, isFetchingNextPage: false, fetchNextPage: () => Promise.resolve() };

const meta = { title: 'Components/LoadMore', component: LoadMore, args: { query } } satisfies Meta<typeof LoadMore>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Waiting: Story = {};
export const Running: Story = { args: { query: { ...query, isFetchingNextPage: true } } };
export const Failed: Story = { args: { query: { ...query, isFetchNextPageError: true } } };
