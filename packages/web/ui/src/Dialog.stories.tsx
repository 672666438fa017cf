import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, fn, waitFor, within } from 'storybook/test';
import { Button } from './Button';
import { ConfirmDialog } from './ConfirmDialog';
import { Dialog, DialogActions } from './Dialog';
import { TextField } from './TextField';

const meta = {
  title: 'Components/Dialog',
  component: Dialog,
  parameters: { docs: { story: { inline: false, height: '480px' } } },
  args: { isOpen: true, onClose: fn(), title: 'Create Folder' },
  // Its code is loaded when it is first opened.
  play: async () => {
    await waitFor(() => expect(document.querySelector('[role$=dialog]')).toBeVisible());
  },
} satisfies Meta<typeof Dialog>;
export default meta;
type Story = StoryObj<typeof meta>;

const form = (
  <>
    <TextField label="Folder Name" defaultValue="Biology" />
    <DialogActions>
      <Button variant="secondary">Cancel</Button>
      <Button>Create Folder</Button>
    </DialogActions>
  </>
);

export const Open: Story = {
  args: { children: form },
  play: async ({ args, userEvent }) => {
    const dialog = await within(document.body).findByRole('dialog', { name: 'Create Folder' });
    await expect(dialog).toContainElement(document.activeElement as HTMLElement);
    await userEvent.keyboard('{Escape}');
    await expect(args.onClose).toHaveBeenCalledTimes(1);
  },
};

export const WithDescription: Story = { args: { children: form, description: 'Guides can be put into it from their menus.' } };
export const Wide: Story = { args: { children: form, isWide: true } };

export const Confirmation: Story = {
  render: ({ onClose }) => <ConfirmDialog isOpen question="Are you sure you want to logout?" confirmLabel="Logout" onAnswer={onClose} />,
};

export const DestructiveConfirmation: Story = {
  render: ({ onClose }) => (
    <ConfirmDialog
      isOpen
      isDestructive
      title="Delete Account"
      question="Are you sure you want to delete your account? This action cannot be undone."
      confirmLabel="Delete account"
      onAnswer={onClose}
    />
  ),
  play: async () => {
    const shown = await within(document.body).findByRole('alertdialog', { name: 'Delete Account' });
    await waitFor(() => expect(shown).toBeVisible());
  },
};
