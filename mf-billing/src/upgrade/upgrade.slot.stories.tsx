import { calls } from '@lectern/contracts';
import { answer, freeLimits, learner, never, onPlatform, type FakeApi } from '@lectern/platform/testing';
import { Dialog } from '@lectern/ui';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, fn, within } from 'storybook/test';
import { UpgradeSlot } from './upgrade.slot';

const meta = {
  title: 'Billing/Upgrade modal',
  component: UpgradeSlot,
  decorators: [onPlatform],
  args: { message: "You've reached your limit of 5 quizzes.", onDone: fn() },
  // In a dialog, as the shell renders it.
  render: (args) => (
    <Dialog isOpen onClose={args.onDone} title="Upgrade to Premium">
      <UpgradeSlot {...args} />
    </Dialog>
  ),
} satisfies Meta<typeof UpgradeSlot>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (api: (api: FakeApi) => void = () => undefined): Pick<Story, 'parameters'> => ({
  parameters: { platform: { user: learner, limits: freeLimits(), api } },
});
const upgrade: NonNullable<Story['play']> = async ({ userEvent }) => {
  await userEvent.click(await within(document.body).findByRole('button', { name: 'Upgrade to Premium' }));
};

export const WithReason: Story = on();
export const WithoutReason: Story = { ...on(), args: { message: undefined } };
export const Upgrading: Story = {
  ...on((api) => {
    api.on(calls.upgradeSubscription, never);
  }),
  play: upgrade,
};
export const Done: Story = {
  ...on((api) => {
    api.on(calls.upgradeSubscription, { status: 'active' });
    api.on(calls.getLimits, freeLimits());
  }),
  play: async (context) => {
    await upgrade(context);
    await within(document.body).findByText('You now have Premium');
    await expect(context.args.onDone).toHaveBeenCalledTimes(1);
  },
};
export const Failed: Story = {
  ...on((api) => {
    api.on(calls.upgradeSubscription, answer(500, { code: 'internal' }));
  }),
  play: async (context) => {
    await upgrade(context);
    await expect(await within(document.body).findByText('Failed to create subscription')).toBeInTheDocument();
  },
};
