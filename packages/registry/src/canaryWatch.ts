import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { versionFor } from './chooseDeployments.ts';
import { registryName, type Deployment, type Registry } from './registry.ts';

/** Beside a registry in a file: what the page server stopped choosing. */
export const demotionsName = 'demotions.json';

/** What a browser tells of one load of a remote. Nothing in it says who it was. */
export interface LoadReport {
  id: string;
  version: string;
  outcome: 'loaded' | 'failed';
}

const demotionSchema = z.object({
  id: z.string(),
  version: z.string(),
  /** Of the deployment: one that begins anew is not demoted. */
  since: z.string(),
  demotedAt: z.string(),
  failed: z.number(),
  reports: z.number(),
});

/** A canary that failed too often. Times are ISO 8601. */
export type Demotion = z.infer<typeof demotionSchema>;

/** Reads what a file of demotions holds. @throws Error when it holds something else */
export const parseDemotions = (text: string): Demotion[] => z.array(demotionSchema).parse(JSON.parse(text));

export interface CanaryWatchOptions {
  /** Share of loads that may fail, 0 to 1. */
  failureRate: number;
  /** With fewer reports nothing is decided. */
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
   * @param cohort - whoever reports; a version that it was not given is not counted, and a minute counts once
   */
  report: (registry: Registry, cohort: number, report: LoadReport) => void;
}

const minuteMs = 60_000;
/** What is older says nothing any more. Milliseconds. */
const windowMs = 10 * minuteMs;
/** Failures have to come from more than a few people. */
const leastCohorts = 5;
/** Reports that are kept of one version: the newest. */
const mostReports = 5_000;

interface Count {
  at: number;
  cohort: number;
  isFailure: boolean;
}

const keyOf = ({ extras, metadata }: Deployment): string => `${extras.manifest.id} ${metadata.version} ${extras.since}`;
const keyOfDemotion = ({ id, version, since }: Demotion): string => `${id} ${version} ${since}`;

/** What a file holds; one that is not there holds nothing. */
const readDemotions = (file: string, log: (line: string) => void): Demotion[] => {
  try {
    return parseDemotions(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log(`demotions not read from ${file}: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
};

export const createCanaryWatch = ({ failureRate, leastReports, file, log, now = () => Date.now() }: CanaryWatchOptions): CanaryWatch => {
  const demoted = new Set((file === undefined ? [] : readDemotions(file, log)).map(keyOfDemotion));
  const counted = new Map<string, Count[]>();

  const demote = (registry: Registry, demotion: Demotion): void => {
    demoted.add(keyOfDemotion(demotion));
    const { id, version, failed, reports } = demotion;
    log(`canary demoted: ${id} ${version} failed in ${String(failed)} of ${String(reports)} loads, everybody gets the default again`);
    if (file === undefined) return;
    try {
      // Other page servers of this machine write here, too. What no deployment has any more is forgotten.
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
    report: (registry, cohort, { id, version, outcome }) => {
      const deployments = registry.microFrontends[registryName(id)] ?? [];
      const canary = deployments.find((each) => !each.deployment.default && each.metadata.version === version);
      if (!canary || demoted.has(keyOf(canary)) || versionFor(deployments, cohort) !== version) return;
      // Counts of canaries that are over go, so that there are never more lists than canaries.
      const live = new Set(Object.values(registry.microFrontends).flat().map(keyOf));
      for (const key of counted.keys()) if (!live.has(key)) counted.delete(key);

      const at = now();
      const recent = (counted.get(keyOf(canary)) ?? []).filter((each) => at - each.at < windowMs);
      const isFailure = outcome === 'failed';
      const lately = recent.find((each) => each.cohort === cohort && at - each.at < minuteMs);
      // An entry that came and a page that did not are one load, and it failed.
      if (lately && (lately.isFailure || !isFailure)) return;
      const counts = [...recent.filter((each) => each !== lately).slice(1 - mostReports), { at, cohort, isFailure }];
      counted.set(keyOf(canary), counts);
      const failures = counts.filter(({ isFailure }) => isFailure);
      if (counts.length < leastReports || failures.length / counts.length <= failureRate) return;
      if (new Set(failures.map((each) => each.cohort)).size < leastCohorts) return;
      counted.delete(keyOf(canary));
      demote(registry, {
        id,
        version,
        since: canary.extras.since,
        demotedAt: new Date(at).toISOString(),
        failed: failures.length,
        reports: counts.length,
      });
    },
  };
};
