/**
 * `npm run can-i-deploy -- mf-study`: does the built remote work with what runs at API_URL and PUBLIC_URL?
 * `npm run can-i-deploy -- services/study`: would this source of a service break a remote that is live? Ends with 1 when not.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calls, remoteIds, services, Versions, type Call, type ServiceName, type ShellContract } from '@lectern/contracts';
import { pathsOf, type ConsumerContract, type Paths } from '@lectern/contracts/consumer';
import { readEnvironment, readSettings, SettingsError, type ReadSettings } from '@lectern/service-kit';
import { checkRemote, checkService, tableOf, type Check, type LiveRelease } from './checks.ts';

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

interface LiveRegistry {
  microFrontends: Record<string, { url: string; metadata: { version: string } }[]>;
}

/** Every release that the registry gives to somebody, with what it has written down beside its entry. */
const liveReleases = async (registry: LiveRegistry): Promise<LiveRelease[]> =>
  Promise.all(
    Object.values(registry.microFrontends)
      .flat()
      .map(async ({ url, metadata }) => ({
        version: metadata.version,
        contract: (await ask(new URL('contract.json', url).href)) as ConsumerContract,
      })),
  );

const ofService = async (name: ServiceName, { PUBLIC_URL }: ReadSettings): Promise<Check[]> => {
  const live = await liveReleases((await ask(`${PUBLIC_URL}/remotes.json`)) as LiveRegistry);
  const own = Object.values<Call>(calls).filter(({ service }) => service === name);
  return checkService(name, { version: services[name].version, paths: pathsOf(own) }, live);
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
  const but = unknown.length > 0 ? ` Not known: ${unknown.join(', ')}.` : '';
  process.stdout.write(
    `${tableOf(checks).join('\n')}\n\n${isRefused ? `No: ${subject} would break.` : `Yes, ${subject} can be deployed.${but}`}\n`,
  );
  process.exitCode = isRefused ? 1 : 0;
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof SettingsError ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 1;
});
