import { randomInt } from 'node:crypto';
import { chooseDeployments, cohorts, isCohort, type ChosenRemote, type RegistrySource } from '@lectern/registry';

/**
 * The distance from one new visitor's cohort to the next one's. It has no common factor with the number of cohorts, so each comes up once before
 * any comes twice: a canary's share of new visitors is the configured one at any time.
 */
const cohortStep = 6_181;

/** Seconds: 30 days. */
const cookieMaxAge = 2_592_000;

/** The cohort that a visitor's cookies name. */
const cohortIn = (cookies = ''): number | undefined => {
  const stored = /(?:^|;\s*)cohort=(\d{1,4})(?:;|\s|$)/.exec(cookies)?.[1];
  return stored !== undefined && isCohort(Number(stored)) ? Number(stored) : undefined;
};

/** The remotes for a visitor, and the headers that keep the choice. */
interface Choice {
  remotes: ChosenRemote[];
  headers: Record<string, string>;
}

export type RemoteChooser = (cookies: string | undefined) => Promise<Choice>;

/** Chooses a version of each remote. A visitor without a cohort gets one, kept in a cookie while the registry has several versions. */
export const createRemoteChooser = (registry: RegistrySource): RemoteChooser => {
  let lastCohort = randomInt(cohorts);
  return async (cookies) => {
    const stored = cohortIn(cookies);
    const cohort = stored ?? (lastCohort = (lastCohort + cohortStep) % cohorts);
    const remotes = chooseDeployments(await registry.current(), cohort);
    const isNew = stored === undefined && remotes.some(({ isSplit }) => isSplit);
    // The cookie identifies nobody: it holds one of ten thousand numbers.
    const cookie = `cohort=${String(cohort)}; Path=/; Max-Age=${String(cookieMaxAge)}; SameSite=Lax`;
    return { remotes, headers: isNew ? { 'set-cookie': cookie } : {} };
  };
};
