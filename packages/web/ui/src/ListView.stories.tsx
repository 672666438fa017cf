import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, fn } from 'storybook/test';
import { Button } from './Button';
import { Card, CardText, CardTitle } from './Card';
import { CardList } from './CardList';
import { ListView } from './ListView';
import { CardGridSkeleton } from './Skeleton';

interface Course {
  _id: string;
  title: string;
}

const items: Course[] = ['Cell respiration', 'Contract formation', 'Heart failure', 'Photosynthesis'].map((title) => ({
  _id: title,
  title,
}));
const query = {
  isPending: false,
  isFetching: false,
  isPlaceholderData: false,
  isError: false,
  refetch: fn(() => Promise.resolve()),
  hasNextPage: false,
  isFetchingNextPage: false,
  fetchNextPage: () => Promise.resolve(),
};

const meta = {
  title: 'Components/ListView',
  component: ListView<Course>,
  decorators: [
    (Story) => (
      <>
        <h1>Courses</h1>
        <Story />
      </>
    ),
  ],
  args: {
    query,
    items,
    isSearching: false,
    loading: <CardGridSkeleton label="Loading courses" />,
    error: { text: 'Error loading courses. Please try again.' },
    empty: { drawing: 'guide', children: 'No courses yet.', action: <Button>Create Course</Button> },
    noMatch: { children: 'No courses found matching your search.' },
    children: ({ title }: Course) => (
      <Card>
        <CardTitle>{title}</CardTitle>
        <CardText>Four guides</CardText>
      </Card>
    ),
  },
} satisfies Meta<typeof ListView<Course>>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Full: Story = {};
export const MorePages: Story = { args: { query: { ...query, hasNextPage: true, isFetchNextPageError: true } } };
export const Loading: Story = { args: { query: { ...query, isPending: true }, items: [] } };
export const Failed: Story = {
  args: { query: { ...query, isError: true }, items: [] },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }));
    await expect(query.refetch).toHaveBeenCalledTimes(1);
  },
};
export const Empty: Story = { args: { items: [] } };
export const NoMatch: Story = { args: { items: [], isSearching: true } };
export const CardsAlone: Story = {
  render: ({ query: _query, loading: _loading, error: _error, ...list }) => <CardList {...list} />,
};
