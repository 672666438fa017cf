/**
 * `npm run can-i-deploy -- mf-study`: does the built remote work with what runs at API_URL and PUBLIC_URL?
 * `npm run can-i-deploy -- services/study`: would this source of a service break a remote that is live? It warns of releases that it would
 * break after a rollback. Ends with 1 when something would break.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calls, remoteIds, services, Versions, type Call, type ServiceName, type ShellContract } from '@lectern/contracts';
import { pathsOf, type ConsumerContract, type Paths } from '@lectern/contracts/consumer';
import type { Registry } from '@lectern/registry';
import { readEnvironment, readSettings, SettingsError, type ReadSettings } from '@lectern/service-kit';
import {
  checkRemote,
  checkRollbacks,
  checkService,
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
const builtContract = async (id: string): Promise<ConsumerContract> => {
  const dist = join(root, id, 'dist');
  try {
    const { consumes } = JSON.parse(await readFile(join(dist, 'release.json'), 'utf8')) as { consumes: string };
    return JSON.parse(await readFile(join(dist, consumes), 'utf8')) as ConsumerContract;
  } catch (error) {
    throw new SettingsError(`${id} has no build: npm run build`, { cause: error });
  }
};

const ofRemote = async (id: string, { API_URL, PUBLIC_URL }: ReadSettings): Promise<Check[]> => {
  const contract = await builtContract(id);
  const [versions, document, shell] = await Promise.all([
    ask(`${API_URL}/version`),
    ask(`${API_URL}/openapi.json`),
    ask(`${PUBLIC_URL}/health/ready`) as Promise<{ contract?: ShellContract }>,
  ]);
  return checkRemote(contract, {
    contract: shell.contract,
    versions: Versions.parse(versions),
    paths: (document as { paths: Paths }).paths,
  });
};

/** With what it has written down beside its entry. @throws SettingsError when that cannot be had */
const written = async ({ version, entry }: PlacedRelease): Promise<WrittenRelease> => ({
  version,
  contract: (await ask(new URL('consumes.json', entry).href)) as ConsumerContract,
});

const ofService = async (name: ServiceName, { PUBLIC_URL }: ReadSettings): Promise<Check[]> => {
  const [registry, shell] = await Promise.all([
    ask(`${PUBLIC_URL}/remotes.json`) as Promise<Registry>,
    ask(`${PUBLIC_URL}/health/ready`) as Promise<{ version: string }>,
  ]);
  const { live, kept } = releasesOf(registry);
  const ofShell = (await ask(`${PUBLIC_URL}/assets/${shell.version}/consumes.json`)) as ConsumerContract;
  const own = Object.values<Call>(calls).filter(({ service }) => service === name);
  const offered = { version: services[name].version, paths: pathsOf(own) };
  const ofKept = async (release: PlacedRelease): Promise<Check[]> => {
    try {
      return checkRollbacks(name, offered, [await written(release)]);
    } catch {
      // Nobody gets it now, so that it keeps nothing from being deployed; the table says that it is not known.
      const what = `${release.id} ${release.version}`;
      return [{ what, needs: 'unknown', runs: offered.version, verdict: 'unknown', problems: [] }];
    }
  };
  return [
    ...checkService(name, offered, [...(await Promise.all(live.map(written))), { version: shell.version, contract: ofShell }]),
    ...(await Promise.all(kept.map(ofKept))).flat(),
  ];
};

const checksOf = (subject: string, settings: ReadSettings): Promise<Check[]> => {
  const id = remoteIds.find((each) => each === subject);
  if (id) return ofRemote(id, settings);
  const name = (Object.keys(services) as ServiceName[]).find((each) => `services/${each}` === subject);
  if (name) return ofService(name, settings);
  throw new SettingsError(`npm run can-i-deploy -- ${remoteIds.join(' | ')} | services/${Object.keys(services).join(' | services/')}`);
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
