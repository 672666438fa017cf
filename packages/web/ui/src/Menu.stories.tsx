import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, fn, waitFor, within } from 'storybook/test';
import { Folder, FolderPlus, Trash2 } from './icons';
import { Menu } from './Menu';

const meta = {
  title: 'Components/Menu',
  component: Menu,
  parameters: { docs: { story: { inline: false, height: '360px' } } },
  args: {
    title: 'Cell respiration',
    entries: [
      {
        label: 'Add to Folder',
        icon: <FolderPlus aria-hidden />,
        entries: [
          { label: 'Biology', icon: <Folder aria-hidden />, onSelect: fn() },
          { label: 'Medicine, first year', icon: <Folder aria-hidden />, onSelect: fn() },
        ],
      },
      { label: 'Copy as Markdown', isDisabled: true },
      { label: 'Delete', icon: <Trash2 aria-hidden />, isDestructive: true, onSelect: fn() },
    ],
  },
} satisfies Meta<typeof Menu>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Closed: Story = {};

export const Open: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Options for Cell respiration' }));
    const shown = await within(document.body).findByRole('menu');
    await waitFor(() => expect(shown).toBeVisible());
  },
};

export const ListOpen: Story = {
  play: async ({ canvas, userEvent }) => {
    canvas.getByRole('button').focus();
    await userEvent.keyboard('{Enter}');
    const first = await within(document.body).findByRole('menuitem', { name: 'Add to Folder' });
    await waitFor(() => expect(first).toHaveFocus());
    await userEvent.keyboard('{ArrowRight}');
    const shown = await within(document.body).findByRole('menuitem', { name: 'Biology' });
    await waitFor(() => expect(shown).toBeVisible());
  },
};

export const EmptyListOpen: Story = {
  args: { entries: [{ label: 'Add to Folder', entries: [], emptyText: 'No folders yet' }] },
  play: async ({ canvas, userEvent }) => {
    canvas.getByRole('button').focus();
    await userEvent.keyboard('{Enter}');
    const first = await within(document.body).findByRole('menuitem', { name: 'Add to Folder' });
    await waitFor(() => expect(first).toHaveFocus());
    await userEvent.keyboard('{ArrowRight}');
    const shown = await within(document.body).findByText('No folders yet');
    await waitFor(() => expect(shown).toBeVisible());
  },
};
