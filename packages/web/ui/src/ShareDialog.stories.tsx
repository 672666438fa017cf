import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, fn, waitFor, within } from 'storybook/test';
import { ShareDialog } from './ShareDialog';

const link = {
  url: 'https://lectern.example/shared/quiz/01956499-7000-7000-8000-000000000001-aVeryLongSignature123456789',
  endsAt: null,
  showName: false,
  opens: 12,
  copies: 1,
};

const meta = {
  title: 'Components/Share dialog',
  component: ShareDialog,
  parameters: { docs: { story: { inline: false, height: '560px' } } },
  args: {
    ...{ isOpen: true, onClose: fn(), what: 'quiz', title: 'Quiz: Heart failure', link: null },
    ...{ hasFailed: false, onRetry: fn(), isBusy: false, onCreate: fn(), onEnd: fn() },
  },
  // Its code is loaded when it is first opened.
  play: async () => {
    await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeVisible());
  },
} satisfies Meta<typeof ShareDialog>;
export default meta;
type Story = StoryObj<typeof meta>;
const dialog = () => within(document.body).findByRole('dialog', { name: 'Share “Quiz: Heart failure”' });

export const NotShared: Story = {
  play: async ({ args, userEvent }) => {
    const shown = within(await dialog());
    await userEvent.click(shown.getByRole('checkbox', { name: 'Show my first name' }));
    await userEvent.click(shown.getByRole('button', { name: 'Make a Link' }));
    await expect(args.onCreate).toHaveBeenCalledWith({ showName: true });
  },
};
export const Shared: Story = {
  args: { link: { ...link, showName: true } },
  play: async ({ args, userEvent }) => {
    const shown = within(await dialog());
    await expect(shown.getByRole('textbox', { name: 'Link' })).toHaveValue(link.url);
    await userEvent.click(shown.getByRole('button', { name: 'End Link' }));
    await expect(args.onEnd).toHaveBeenCalledTimes(1);
  },
};
export const Ended: Story = { args: { link: { ...link, endsAt: '2025-03-05T23:59:59.999Z' } } };
export const Loading: Story = { args: { link: undefined } };
export const Failed: Story = { args: { link: undefined, hasFailed: true } };
