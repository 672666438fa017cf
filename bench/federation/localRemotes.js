// Replaces the shell's `createRemoteLoader` in the single build: the same remotes, as lazy parts of one application.
/* oxlint-disable no-restricted-imports -- the single build has no boundaries */
const sources = {
  'mf-auth': () => import('../../mf-auth/src/remote.ts'),
  'mf-library': () => import('../../mf-library/src/remote.ts'),
  'mf-study': () => import('../../mf-study/src/remote.ts'),
  'mf-billing': () => import('../../mf-billing/src/remote.ts'),
};

export const createRemoteLoader = (remotes) => ({
  remotes,
  prepare: () => undefined,
  load: async (id) => (await sources[id]()).remote,
  renew: () => Promise.resolve(false),
  reporter: () => () => undefined,
});
