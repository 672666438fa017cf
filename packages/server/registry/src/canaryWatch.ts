import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { versionFor } from './chooseDeployments.ts';
import { registryName, type Deployment, type Registry } from './registry.ts';

/** Beside a registry in a file: what the page server stopped choosing. */
export const demotionsName = 'demotions.json';

/** How loading a remote ended. `incompatible`: it was made for another shell, so that it was not even tried. */
export const loadOutcomes = ['loaded', 'failed', 'incompatible'] as const;
export type LoadOutcome = (typeof loadOutcomes)[number];

/** A browser's report of one load of a remote. It does not identify the visitor. */
export interface LoadReport {
  id: string;
  version: string;
  outcome: LoadOutcome;
}

/** The source of a report. Reports need no session, so a visitor can invent a share and repeat a report, but has few networks. */
interface Reporter {
  /** The visitor's share. */
  cohort: number;
  /** The network of the visitor's address, as wide as one customer of a provider may have it. */
  network: string;
}

const demotionSchema = z.object({
  id: z.string(),
  version: z.string(),
  /** The `since` of the deployment: a later deployment of the same version is not demoted. */
  since: z.string(),
  demotedAt: z.string(),
  failed: z.number(),
  reports: z.number(),
});

/** A canary that failed too often. Times are ISO 8601. */
export type Demotion = z.infer<typeof demotionSchema>;

/** Parses a file of demotions. @throws Error when it is not one */
export const parseDemotions = (text: string): Demotion[] => z.array(demotionSchema).parse(JSON.parse(text));

export interface CanaryWatchOptions {
  /** Share of loads that may fail, 0 to 1. */
  failureRate: number;
  /** With reports from fewer networks nothing is decided. */
  leastReports: number;
  /** Where demotions are kept over restarts; without one they last as long as the process. */
  file?: string | undefined;
  log: (line: string) => void;
  /** Milliseconds. */
  now?: () => number;
}

/** Counts how loading a canary goes, and stops choosing one that fails. */
export interface CanaryWatch {
  isDemoted: (deployment: Deployment) => boolean;
  /**
   * @param reporter - counts once in ten minutes, with the worst reported outcome; reports of a version that its share did not get are ignored
   */
  report: (registry: Registry, reporter: Reporter, report: LoadReport) => void;
}

/** Older reports do not count. Milliseconds. */
const windowMs = 600_000;
/** Failures have to come from more than a few people. */
const leastCohorts = 5;
/** Failures have to come from more than a few networks. */
const leastNetworks = 5;
/** Failures of this many networks, those with the most, are left out: one person with two networks cannot end a canary. */
const uncountedNetworks = 2;
/** The most reports that are kept of a version, and of a network among them; older ones are dropped. */
const mostVotes = 5_000;
const mostVotesOfNetwork = 100;

interface Vote extends Reporter {
  at: number;
  outcome: LoadOutcome;
}

const failuresOf = (votes: readonly Vote[]): Vote[] => votes.filter(({ outcome }) => outcome !== 'loaded');

/** Drops the oldest vote of a network that has as many as it may have. */
const withRoomFor = (network: string, votes: readonly Vote[]): Vote[] => {
  const own = votes.filter((vote) => vote.network === network);
  const dropped = own.length < mostVotesOfNetwork ? undefined : own[0];
  return votes.filter((vote) => vote !== dropped).slice(1 - mostVotes);
};

/**
 * The share of failed loads, if there are enough reports to know it. Each network has one vote, which its visitors share, so that no number of reports
 * from one network outweighs the others. The networks with the most failures do not count.
 */
const failureShareOf = (votes: readonly Vote[], leastReports: number): number | undefined => {
  const networks = Map.groupBy(votes, ({ network }) => network);
  if (networks.size < leastReports) return undefined;
  if (new Set(failuresOf(votes).map(({ cohort }) => cohort)).size < leastCohorts) return undefined;
  const shares = [...networks.values()].map((own) => failuresOf(own).length / own.length).sort((one, other) => other - one);
  if (shares.filter((share) => share > 0).length < leastNetworks) return undefined;
  const counted = shares.slice(uncountedNetworks);
  return counted.reduce((sum, share) => sum + share, 0) / counted.length;
};

const keyOf = ({ extras, metadata }: Deployment): string => `${extras.manifest.id} ${metadata.version} ${extras.since}`;
const keyOfDemotion = ({ id, version, since }: Demotion): string => `${id} ${version} ${since}`;

/** The content of a file; empty when there is none. */
const readDemotions = (file: string, log: (line: string) => void): Demotion[] => {
  try {
    return parseDemotions(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log(`demotions not read from ${file}: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
};

/** Watches the canaries of one page server. It does not know the reports of other page servers. */
export const createCanaryWatch = ({ failureRate, leastReports, file, log, now = () => Date.now() }: CanaryWatchOptions): CanaryWatch => {
  const demoted = new Set((file === undefined ? [] : readDemotions(file, log)).map(keyOfDemotion));
  const counted = new Map<string, Vote[]>();

  const demote = (registry: Registry, demotion: Demotion, isIncompatible: boolean): void => {
    demoted.add(keyOfDemotion(demotion));
    const { id, version, failed, reports } = demotion;
    const why = isIncompatible ? ', it does not fit every shell' : '';
    log(`canary demoted: ${id} ${version} failed in ${String(failed)} of ${String(reports)} loads${why}, everybody gets the default again`);
    if (file === undefined) return;
    try {
      // Other page servers of this machine write here, too. Demotions without a deployment are dropped.
      const live = new Set(Object.values(registry.microFrontends).flat().map(keyOf));
      const others = readDemotions(file, log).filter(
        (each) => keyOfDemotion(each) !== keyOfDemotion(demotion) && live.has(keyOfDemotion(each)),
      );
      mkdirSync(dirname(file), { recursive: true });
      const unfinished = `${file}.${String(process.pid)}.unfinished`;
      writeFileSync(unfinished, `${JSON.stringify([...others, demotion], undefined, 2)}\n`);
      renameSync(unfinished, file);
    } catch (error) {
      log(`demotion not kept, it ends with this process: ${error instanceof Error ? error.message : String(error)}`);
    }
  };

  return {
    isDemoted: (deployment) => demoted.has(keyOf(deployment)),
    report: (registry, { cohort, network }, { id, version, outcome }) => {
      const deployments = registry.microFrontends[registryName(id)] ?? [];
      const canary = deployments.find((each) => !each.deployment.default && each.metadata.version === version);
      if (!canary || demoted.has(keyOf(canary)) || versionFor(deployments, cohort) !== version) return;
      // Drops the reports of ended canaries, so that there are never more lists than canaries.
      const live = new Set(Object.values(registry.microFrontends).flat().map(keyOf));
      for (const key of counted.keys()) if (!live.has(key)) counted.delete(key);

      const at = now();
      const recent = (counted.get(keyOf(canary)) ?? []).filter((each) => at - each.at < windowMs);
      const before = recent.find((each) => each.cohort === cohort && each.network === network);
      // When the entry script was loaded and a page failed, both reports are one load, which failed.
      if (before && (before.outcome !== 'loaded' || outcome === 'loaded')) return;
      const others = recent.filter((each) => each !== before);
      const votes = [...withRoomFor(network, others), { at, cohort, network, outcome }];
      counted.set(keyOf(canary), votes);
      const share = failureShareOf(votes, leastReports);
      if (share === undefined || share <= failureRate) return;
      const failures = failuresOf(votes);
      counted.delete(keyOf(canary));
      demote(
        registry,
        {
          id,
          version,
          since: canary.extras.since,
          demotedAt: new Date(at).toISOString(),
          failed: failures.length,
          reports: votes.length,
        },
        failures.some((each) => each.outcome === 'incompatible'),
      );
    },
  };
};
