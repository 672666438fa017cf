import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect } from 'storybook/test';
import { Button } from './Button';
import { NotFoundState } from './NotFoundState';

const meta = {
  title: 'Components/NotFoundState',
  component: NotFoundState,
  args: {
    title: 'Folder not found',
    drawing: 'folder',
    children: 'It may have been deleted, or the link is not complete.',
    action: (
      <Button as="a" href="#folders" variant="secondary">
        Back to folders
      </Button>
    ),
  },
} satisfies Meta<typeof NotFoundState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Folder: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { level: 1, name: 'Folder not found' })).toBeVisible();
    await expect(canvas.getByRole('link', { name: 'Back to folders' })).toBeVisible();
  },
};
export const UnknownAddress: Story = {
  args: { title: 'Page not found', drawing: 'search', children: 'There is no page at this address.' },
};
