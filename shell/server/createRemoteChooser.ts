import { randomInt } from 'node:crypto';
import { chooseDeployments, cohorts, isCohort, type ChosenRemote, type RegistrySource } from '@lectern/registry';

/**
 * The step from one new visitor's cohort to the next. Coprime to the number of cohorts, so that each is used once before any repeats: a
 * canary's share of new visitors is always the configured one.
 */
const cohortStep = 6_181;

/** 30 days, in seconds. */
const cookieMaxAge = 2_592_000;

/** The cohort in a visitor's cookies. */
const cohortIn = (cookies = ''): number | undefined => {
  const stored = /(?:^|;\s*)cohort=(\d{1,4})(?:;|\s|$)/.exec(cookies)?.[1];
  return stored !== undefined && isCohort(Number(stored)) ? Number(stored) : undefined;
};

/** The remotes for a visitor, and the headers that persist the choice. */
interface Choice {
  remotes: ChosenRemote[];
  hasWorker: boolean;
  headers: Record<string, string>;
}

export type RemoteChooser = (cookies: string | undefined) => Promise<Choice>;

/** Chooses a version of each remote. A visitor without a cohort gets one, stored in a cookie while the registry has several versions. */
export const createRemoteChooser = (registry: RegistrySource): RemoteChooser => {
  let lastCohort = randomInt(cohorts);
  return async (cookies) => {
    const stored = cohortIn(cookies);
    const cohort = stored ?? (lastCohort = (lastCohort + cohortStep) % cohorts);
    const current = await registry.current();
    const remotes = chooseDeployments(current, cohort);
    const isNew = stored === undefined && remotes.some(({ isSplit }) => isSplit);
    // The cookie identifies nobody: its value is one of ten thousand numbers.
    const cookie = `cohort=${String(cohort)}; Path=/; Max-Age=${String(cookieMaxAge)}; SameSite=Lax`;
    return { remotes, hasWorker: current.serviceWorker !== 'off', headers: isNew ? { 'set-cookie': cookie } : {} };
  };
};
