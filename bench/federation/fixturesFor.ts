import type { RunningSite } from '@lectern/e2e/site';

/** The API whose place the fixtures take. */
export const fixturesFor = (site: RunningSite): void => {
  process.env['LECTERN_SITE'] = JSON.stringify(site, (key, value: unknown) => (key === 'process' ? undefined : value));
};
