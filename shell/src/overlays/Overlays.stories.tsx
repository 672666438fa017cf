import { closeUpgradeModal, confirm, confirmAtom, openUpgradeModal, platformStore, toast } from '@lectern/platform';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, waitFor, within } from 'storybook/test';
import { onShell } from '../testing';
import { Overlays } from './Overlays';

const meta = {
  title: 'Shell/Overlays',
  component: Overlays,
  decorators: [onShell],
  tags: ['screen'],
  // A dialog left open would hide the next story's dialog from assistive technology, and thus from its test.
  beforeEach: () => () => {
    closeUpgradeModal();
    platformStore.get(confirmAtom)?.answer(false);
  },
} satisfies Meta<typeof Overlays>;
export default meta;
type Story = StoryObj<typeof meta>;

export const UpgradeModalWithoutItsRemote: Story = {
  play: async () => {
    openUpgradeModal('Your plan holds 2 folders.');
    await expect(await within(document.body).findByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/subscription');
  },
};

export const Confirmation: Story = {
  play: async () => {
    void confirm({ question: 'Are you sure you want to logout?', confirmLabel: 'Logout' });
    const shown = await within(document.body).findByRole('alertdialog', { name: 'Are you sure you want to logout?' });
    await waitFor(() => expect(shown).toBeVisible());
  },
};

export const DestructiveConfirmation: Story = {
  play: async () => {
    void confirm({ question: 'Are you sure you want to delete this study guide?', confirmLabel: 'Delete', isDestructive: true });
    // The dialog's code loads first.
    const shown = await within(document.body).findByRole('button', { name: 'Delete' }, { timeout: 10_000 });
    await waitFor(() => expect(shown).toBeVisible());
  },
};

export const Toasts: Story = {
  play: async () => {
    toast.success('Folder created successfully', { duration: 600_000 });
    toast.error('Failed to delete folder', { duration: 600_000 });
    toast.plain('Redirecting to checkout...', { duration: 600_000 });
    await expect(await within(document.body).findByText('Failed to delete folder')).toBeInTheDocument();
  },
};
