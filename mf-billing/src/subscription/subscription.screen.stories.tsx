import { calls, type SubscriptionStatus } from '@lectern/contracts';
import { answer, freeLimits, learner, never, onPlatform, premiumLimits, type PlatformParameters } from '@lectern/platform/testing';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { expect, within } from 'storybook/test';
import { freeSubscription, premiumSubscription } from '../testing';
import { SubscriptionScreen } from './subscription.screen';

const meta = {
  title: 'Billing/Subscription',
  component: SubscriptionScreen,
  decorators: [onPlatform],
  tags: ['screen'],
} satisfies Meta<typeof SubscriptionScreen>;
export default meta;
type Story = StoryObj<typeof meta>;

const on = (subscription: unknown, platform: PlatformParameters = {}): Pick<Story, 'parameters'> => ({
  parameters: {
    platform: {
      at: '/subscription',
      user: learner,
      limits: freeLimits(),
      api: (api) => {
        api.on(calls.getSubscriptionStatus, subscription);
      },
      ...platform,
    } satisfies PlatformParameters,
  },
});
/** The free plan's limits with this usage. */
const used = (studyMaterials: number, folders: number, flashcards: number, quizzes: number) => {
  const limits = freeLimits();
  limits.studyMaterials.current = studyMaterials;
  limits.folders.current = folders;
  limits.flashcards.current = flashcards;
  limits.quizzes.current = quizzes;
  return limits;
};
const premium = (change: Partial<SubscriptionStatus> = {}) => on({ ...premiumSubscription, ...change }, { limits: premiumLimits() });

export const Free: Story = {
  ...on(freeSubscription, { limits: used(2, 1, 0, 3) }),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Upgrade to Premium' })).toBeVisible();
  },
};
export const NearTheLimit: Story = on(freeSubscription, { limits: used(4, 1, 4, 4) });
export const AtTheLimit: Story = on(freeSubscription, { limits: used(5, 2, 5, 5) });
export const Premium: Story = {
  ...premium(),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Manage Billing' })).toBeVisible();
  },
};
export const Ending: Story = premium({ cancelAtPeriodEnd: true });
export const Canceled: Story = on({
  ...premiumSubscription,
  subscriptionTier: 'free',
  subscriptionStatus: 'canceled',
  subscriptionEndDate: '2025-03-05T12:00:00.000Z',
});
export const PastDue: Story = on({ ...premiumSubscription, subscriptionStatus: 'past_due' });
export const AnotherStatus: Story = on({ ...freeSubscription, subscriptionStatus: 'incomplete' });

export const Loading: Story = {
  parameters: {
    platform: {
      at: '/subscription',
      user: learner,
      api: (api) => {
        api.on(calls.getSubscriptionStatus, never);
        api.on(calls.getLimits, never);
      },
    } satisfies PlatformParameters,
  },
};

export const Failed: Story = {
  parameters: {
    platform: {
      at: '/subscription',
      user: learner,
      api: (api) => {
        api.on(calls.getSubscriptionStatus, answer(500, { code: 'internal' }));
        api.on(calls.getLimits, answer(500, { code: 'internal' }));
      },
    } satisfies PlatformParameters,
  },
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Failed to get subscription status')).toBeVisible();
    await expect(await canvas.findByText('Failed to get user limits')).toBeVisible();
  },
};

export const CheckoutFailed: Story = {
  ...on(freeSubscription, {
    api: (api) => {
      api.on(calls.getSubscriptionStatus, freeSubscription);
      api.on(calls.getLimits, freeLimits());
      api.on(calls.createSubscription, answer(500, { code: 'internal' }));
    },
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Upgrade to Premium' }));
    await expect(await within(document.body).findByText('Failed to create subscription')).toBeInTheDocument();
  },
};

export const PaymentBeingConfirmed: Story = on(freeSubscription, { at: '/subscription?success=true' });
export const CheckoutCanceled: Story = on(freeSubscription, { at: '/subscription?canceled=true' });
