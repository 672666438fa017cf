/**
 * `npm run can-i-deploy -- mf-study`: does the built remote work with what runs at API_URL and PUBLIC_URL?
 * `npm run can-i-deploy -- services/study`: would the source of this service break a live remote?
 * `npm run can-i-deploy -- shell`: would the built shell?
 * The last two also warn of kept releases that would be broken after a rollback. The exit code is 1 when a live release would break.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calls, remoteIds, services, Versions, type Call, type ServiceName, type ShellContract } from '@lectern/contracts';
import { pathsOf, type ConsumerContract, type Paths } from '@lectern/contracts/consumer';
import type { Registry } from '@lectern/registry';
import { readEnvironment, readSettings, SettingsError, type ReadSettings } from '@lectern/service-kit';
import {
  asRollbacks,
  checkRemote,
  checkService,
  checkShell,
  releasesOf,
  tableOf,
  type Check,
  type PlacedRelease,
  type WrittenRelease,
} from './checks.ts';

const root = join(import.meta.dirname, '..', '..');
const timeoutMs = 10_000;

/** @throws Error with one line that names the address */
const ask = async (address: string): Promise<unknown> => {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
    if (!answer.ok) throw new Error(`status ${String(answer.status)}`);
    return await answer.json();
  } catch (error) {
    const reason = error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error);
    throw new SettingsError(`${address} does not answer (${reason}). API_URL and PUBLIC_URL say where the site runs.`, { cause: error });
  }
};

/** @throws SettingsError when there is no build */
const readBuild = async (id: string): Promise<{ version: string; consumes: ConsumerContract; contract?: ShellContract }> => {
  const dist = join(root, id, 'dist');
  try {
    const release = JSON.parse(await readFile(join(dist, 'release.json'), 'utf8')) as {
      version: string;
      consumes: string;
      contract?: ShellContract;
    };
    return { ...release, consumes: JSON.parse(await readFile(join(dist, release.consumes), 'utf8')) as ConsumerContract };
  } catch (error) {
    throw new SettingsError(`${id} has no build: npm run build`, { cause: error });
  }
};

interface RunningShell {
  version: string;
  contract?: ShellContract;
}

const askShell = ({ PUBLIC_URL }: ReadSettings): Promise<RunningShell> => ask(`${PUBLIC_URL}/health/ready`) as Promise<RunningShell>;
const writtenByShell = ({ PUBLIC_URL }: ReadSettings, { version }: RunningShell): Promise<ConsumerContract> =>
  ask(`${PUBLIC_URL}/assets/${version}/consumes.json`) as Promise<ConsumerContract>;

const askApi = async ({ API_URL }: ReadSettings): Promise<{ versions: Versions; paths: Paths }> => {
  const [versions, document] = await Promise.all([ask(`${API_URL}/version`), ask(`${API_URL}/openapi.json`)]);
  return { versions: Versions.parse(versions), paths: (document as { paths: Paths }).paths };
};

const ofRemote = async (id: string, settings: ReadSettings): Promise<Check[]> => {
  const [{ consumes }, api, shell] = await Promise.all([readBuild(id), askApi(settings), askShell(settings)]);
  const { providesShared } = await writtenByShell(settings, shell);
  return checkRemote(consumes, { contract: shell.contract, providesShared, ...api });
};

/** Reads the `consumes.json` of a release. @throws SettingsError when it cannot be read */
const written = async ({ version, entry }: PlacedRelease): Promise<WrittenRelease> => ({
  version,
  contract: (await ask(new URL('consumes.json', entry).href)) as ConsumerContract,
});

/** Checks all releases: those that visitors get, and, as warnings, those that a rollback would bring back. */
const againstReleases = async (
  { PUBLIC_URL }: ReadSettings,
  runs: string,
  check: (releases: readonly WrittenRelease[]) => Check[],
): Promise<Check[]> => {
  const { live, kept } = releasesOf((await ask(`${PUBLIC_URL}/remotes.json`)) as Registry);
  const ofKept = async (release: PlacedRelease): Promise<Check[]> => {
    try {
      return asRollbacks(check([await written(release)]));
    } catch {
      // Visitors do not get it now, so it does not prevent a deployment; the table shows `unknown`.
      return [{ what: `${release.id} ${release.version}`, needs: 'unknown', runs, verdict: 'unknown', problems: [] }];
    }
  };
  return [...check(await Promise.all(live.map(written))), ...(await Promise.all(kept.map(ofKept))).flat()];
};

const ofService = async (name: ServiceName, settings: ReadSettings): Promise<Check[]> => {
  const shell = await askShell(settings);
  const own = Object.values<Call>(calls).filter(({ service }) => service === name);
  const offered = { version: services[name].version, paths: pathsOf(own) };
  return [
    ...checkService(name, offered, [{ version: shell.version, contract: await writtenByShell(settings, shell) }]),
    ...(await againstReleases(settings, offered.version, (releases) => checkService(name, offered, releases))),
  ];
};

const ofShell = async (settings: ReadSettings): Promise<Check[]> => {
  const [{ version, consumes, contract }, api] = await Promise.all([readBuild('shell'), askApi(settings)]);
  if (!contract) throw new SettingsError('shell has no build: npm run build');
  const offered = { contract, providesShared: consumes.providesShared ?? {} };
  return [...checkRemote(consumes, api), ...(await againstReleases(settings, version, (releases) => checkShell(offered, releases)))];
};

const checksOf = (subject: string, settings: ReadSettings): Promise<Check[]> => {
  if (subject === 'shell') return ofShell(settings);
  const id = remoteIds.find((each) => each === subject);
  if (id) return ofRemote(id, settings);
  const name = (Object.keys(services) as ServiceName[]).find((each) => `services/${each}` === subject);
  if (name) return ofService(name, settings);
  throw new SettingsError(
    `npm run can-i-deploy -- ${remoteIds.join(' | ')} | shell | services/${Object.keys(services).join(' | services/')}`,
  );
};

const main = async (): Promise<void> => {
  const settings = readSettings(readEnvironment({ env: join(root, '.env'), example: join(root, '.env.example') }, process.env));
  const subject = process.argv[2] ?? '';
  const checks = await checksOf(subject, settings);
  const isRefused = checks.some(({ verdict }) => verdict === 'no');
  const unknown = checks.filter(({ verdict }) => verdict === 'unknown').map(({ what }) => what);
  const warned = checks.filter(({ verdict }) => verdict === 'warning').map(({ what }) => what);
  const but = [
    ...(unknown.length > 0 ? [` Not known: ${unknown.join(', ')}.`] : []),
    ...(warned.length > 0 ? [` A rollback would break: ${warned.join(', ')}.`] : []),
  ].join('');
  process.stdout.write(
    `${tableOf(checks).join('\n')}\n\n${isRefused ? `No: ${subject} would break.` : `Yes, ${subject} can be deployed.${but}`}\n`,
  );
  process.exitCode = isRefused ? 1 : 0;
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof SettingsError ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 1;
});
