import { createRemote } from '@lectern/platform';

/** The remote's one public entry. Routes stand in `manifest.json`, too, which the shell reads before any of this code is loaded. */
export const remote = createRemote({
  id: 'mf-billing',
  contract: 2,
  routes: [
    {
      path: '/subscription',
      access: 'signed-in',
      load: () =>
        import(/* webpackChunkName: "subscription" */ './subscription/subscription.screen').then(
          ({ SubscriptionScreen }) => SubscriptionScreen,
        ),
    },
  ],
  slots: {
    'billing/upgrade/v1': () => import(/* webpackChunkName: "upgrade" */ './upgrade/upgrade.slot').then(({ UpgradeSlot }) => UpgradeSlot),
    'billing/usage-meter/v1': () =>
      import(/* webpackChunkName: "usage-meter" */ './usage-meter/usage-meter.slot').then(({ UsageMeterSlot }) => UsageMeterSlot),
  },
});
