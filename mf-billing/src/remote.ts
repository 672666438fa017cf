import { createRemote } from '@lectern/platform';

/** The public entry of the remote. `manifest.json` repeats the routes, because the shell reads them before it loads this code. */
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
