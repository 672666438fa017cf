/**
 * `npm run can-i-deploy -- mf-study`: does the built remote work with the site at API_URL and PUBLIC_URL?
 * `npm run can-i-deploy -- services/study`: would the source of this service break a live remote?
 * `npm run can-i-deploy -- shell`: would the built shell?
 * The last two also warn about kept releases that would not work after a rollback. The exit code is 1 if a live release would break.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calls, remoteIds, services, Versions, type Call, type ServiceName, type ShellContract } from '@lectern/contracts';
import { pathsOf, type ConsumerContract, type Paths } from '@lectern/contracts/consumer';
import type { Registry } from '@lectern/registry';
import { SettingsError } from '@lectern/service-kit';
import { root, runCommand, say, siteSettings } from '../command.ts';
import { asRollbacks, checkRemote, checkService, checkShell, releasesOf, tableOf } from './checks.ts';
import type { Check, PlacedRelease, WrittenRelease } from './checks.ts';

const timeoutMs = 10_000;
let { API_URL, PUBLIC_URL } = { API_URL: '', PUBLIC_URL: '' };

/** @throws SettingsError with one line that names the address */
const get = async <Answer>(address: string): Promise<Answer> => {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    if (!answer.ok) throw new Error(`status ${String(answer.status)}`);
    return (await answer.json()) as Answer;
  } catch (error) {
    const reason = error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error);
    throw new SettingsError(`${address} does not answer (${reason}). API_URL and PUBLIC_URL say where the site runs.`, { cause: error });
  }
};

/** @throws SettingsError if there is no build */
const readBuild = async (id: string): Promise<{ version: string; consumes: ConsumerContract; contract?: ShellContract }> => {
  const dist = join(root, id, 'dist');
  const read = async <Content>(file: string) => JSON.parse(await readFile(join(dist, file), 'utf8')) as Content;
  try {
    const release = await read<{ version: string; consumes: string; contract?: ShellContract }>('release.json');
    return { ...release, consumes: await read<ConsumerContract>(release.consumes) };
  } catch (error) {
    throw new SettingsError(`${id} has no build: npm run build`, { cause: error });
  }
};

/** Returns the running shell, with the shared modules that its build provides. */
const runningShell = async (): Promise<{ version: string; contract?: ShellContract; consumes: ConsumerContract }> => {
  const shell = await get<{ version: string; contract?: ShellContract }>(`${PUBLIC_URL}/health/ready`);
  return { ...shell, consumes: await get(`${PUBLIC_URL}/assets/${shell.version}/consumes.json`) };
};

const runningApi = async (): Promise<{ versions: Versions; paths: Paths }> => {
  const [versions, { paths }] = await Promise.all([get(`${API_URL}/version`), get<{ paths: Paths }>(`${API_URL}/openapi.json`)]);
  return { versions: Versions.parse(versions), paths };
};

/** Reads the `consumes.json` of a release. @throws SettingsError if it cannot be read */
const written = async ({ version, entry }: PlacedRelease): Promise<WrittenRelease> => ({
  version,
  contract: await get(new URL('consumes.json', entry).href),
});

/** Checks all releases: live ones as errors, and kept ones, which a rollback would activate, as warnings. */
const againstReleases = async (runs: string, check: (releases: readonly WrittenRelease[]) => Check[]): Promise<Check[]> => {
  const { live, kept } = releasesOf(await get<Registry>(`${PUBLIC_URL}/remotes.json`));
  const ofKept = async (release: PlacedRelease): Promise<Check[]> => {
    try {
      return asRollbacks(check([await written(release)]));
    } catch {
      // Visitors do not get this release now, so it does not prevent a deployment.
      return [{ what: `${release.id} ${release.version}`, needs: 'unknown', runs, verdict: 'unknown', problems: [] }];
    }
  };
  return [...check(await Promise.all(live.map(written))), ...(await Promise.all(kept.map(ofKept))).flat()];
};

const ofRemote = async (id: string): Promise<Check[]> => {
  const [{ consumes }, api, shell] = await Promise.all([readBuild(id), runningApi(), runningShell()]);
  return checkRemote(consumes, { contract: shell.contract, providesShared: shell.consumes.providesShared, ...api });
};

const ofService = async (name: ServiceName): Promise<Check[]> => {
  const { version, consumes } = await runningShell();
  const offered = { version: services[name].version, paths: pathsOf(Object.values<Call>(calls).filter(({ service }) => service === name)) };
  const byReleases = await againstReleases(offered.version, (releases) => checkService(name, offered, releases));
  return [...checkService(name, offered, [{ version, contract: consumes }]), ...byReleases];
};

const ofShell = async (): Promise<Check[]> => {
  const [{ version, consumes, contract }, api] = await Promise.all([readBuild('shell'), runningApi()]);
  if (!contract) throw new SettingsError('shell has no build: npm run build');
  const offered = { contract, providesShared: consumes.providesShared ?? {} };
  return [...checkRemote(consumes, api), ...(await againstReleases(version, (releases) => checkShell(offered, releases)))];
};

const serviceNames = Object.keys(services) as ServiceName[];

const checksOf = (subject: string): Promise<Check[]> => {
  if (subject === 'shell') return ofShell();
  if (remoteIds.some((each) => each === subject)) return ofRemote(subject);
  const name = serviceNames.find((each) => `services/${each}` === subject);
  if (name) return ofService(name);
  throw new SettingsError(`npm run can-i-deploy -- ${remoteIds.join(' | ')} | shell | services/${serviceNames.join(' | services/')}`);
};

await runCommand(async () => {
  ({ API_URL, PUBLIC_URL } = siteSettings());
  const subject = process.argv[2] ?? '';
  const checks = await checksOf(subject);
  const named = (verdict: Check['verdict']): string => checks.flatMap((each) => (each.verdict === verdict ? [each.what] : [])).join(', ');
  const [refused, unknown, warned] = [named('no'), named('unknown'), named('warning')];
  const but = `${unknown && ` Not known: ${unknown}.`}${warned && ` A rollback would break: ${warned}.`}`;
  for (const line of tableOf(checks)) say(line);
  say(refused ? `\nNo: ${subject} would break.` : `\nYes, ${subject} can be deployed.${but}`);
  process.exitCode = refused ? 1 : 0;
});
