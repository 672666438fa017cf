import type { RunningSite } from '@lectern/e2e/site';

/** Makes the fixtures replace this site's API. */
export const fixturesFor = (site: RunningSite): void => {
  process.env['LECTERN_SITE'] = JSON.stringify(site, (key, value: unknown) => (key === 'process' ? undefined : value));
};
