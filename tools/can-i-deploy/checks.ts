import { incompatibilityOf, missingCapabilities, type ShellContract, type Versions } from '@lectern/contracts';
import { breaches, everyName, type ConsumerContract, type SharedNames, type Paths } from '@lectern/contracts/consumer';
import type { Registry } from '@lectern/registry';
import { table } from '../command.ts';

/** A row of the table. */
export interface Check {
  what: string;
  needs: string;
  runs: string;
  /** `no` prevents a deployment. `unknown`: the other side did not respond. `warning`: only a rollback would break. */
  verdict: 'yes' | 'no' | 'unknown' | 'warning';
  /** The incompatibilities, as sentences. */
  problems: readonly string[];
}

/** The running site's description of itself. */
export interface Running {
  /** The running shell's contract, if it reports one. */
  contract?: ShellContract | undefined;
  /** The running shell's shared modules, if it reports them. */
  providesShared?: SharedNames | undefined;
  versions: Versions;
  paths: Paths;
}

/** @param problems - undefined if either side is unknown */
const check = (what: string, needs: string, runs: string, problems: readonly string[] | undefined): Check => ({
  what,
  needs,
  runs,
  verdict: !problems ? 'unknown' : problems.length > 0 ? 'no' : 'yes',
  problems: problems ?? [],
});

const rangeOf = ({ oldest, newest }: ShellContract): string => `${String(oldest)} to ${String(newest)}`;

/** Returns why a shell would refuse a build. A build without a contract number was not made for a shell. */
const contractProblems = ({ name, contract, needs = [] }: ConsumerContract, shell: ShellContract): string[] => {
  const problem = contract === undefined ? undefined : incompatibilityOf({ id: name, contract, needs }, shell);
  return problem === undefined ? [] : [problem];
};

const callProblems = (contract: ConsumerContract, paths: Paths): { service: string; problem: string }[] =>
  breaches(contract, paths).map(({ service, call, problems }) => ({ service, problem: `${call}: ${problems.join('; ')}` }));

/** Lists the names that a build consumes and a shell does not provide, as sentences. */
const missingNames = (consumesShared: SharedNames, providesShared: SharedNames): string[] =>
  Object.entries(consumesShared).flatMap(([owner, names]) => {
    const shared = providesShared[owner];
    if (!shared) return [`the shell does not share ${owner}`];
    const missing = shared.includes(everyName) ? [] : names.filter((name) => !shared.includes(name));
    return missing.length === 0 ? [] : [`${owner}: the shell does not share ${missing.join(', ')}`];
  });

const checkAgainstShell = (contract: ConsumerContract, { contract: shell, providesShared }: Running): Check[] => {
  const { contract: number, needs = [], consumesShared } = contract;
  if (number === undefined) return [];
  const needed = needs.length === 0 ? String(number) : `${String(number)}, ${String(needs.length)} capabilities`;
  const names = consumesShared ? `${String(Object.values(consumesShared).flat().length)} names` : 'unknown';
  const modules = providesShared ? `${String(Object.keys(providesShared).length)} modules` : 'unknown';
  const missing = consumesShared && providesShared && missingNames(consumesShared, providesShared);
  return [
    check('contract with the shell', needed, shell ? rangeOf(shell) : 'unknown', shell && contractProblems(contract, shell)),
    check('shared modules', names, modules, missing),
  ];
};

/**
 * Checks whether a built remote works with the running site: the shell's contract and shared modules, the services' versions, and each
 * call.
 */
export const checkRemote = (contract: ConsumerContract, running: Running): Check[] => {
  const services: Readonly<Record<string, string>> = running.versions.services;
  const broken = callProblems(contract, running.paths);
  const called = Object.values(contract.paths).flatMap((methods) => Object.values(methods).map(({ tags }) => tags[0] ?? ''));
  return [
    ...checkAgainstShell(contract, running),
    ...Object.entries(contract.services).map(([service, needed]): Check => {
      const { [service]: runs = 'unknown' } = services;
      const isUnmet = missingCapabilities({ [service]: needed }, services).length > 0;
      const verdict = isUnmet ? 'no' : runs === 'unknown' ? 'unknown' : 'yes';
      return { what: `version of ${service}`, needs: needed, runs, verdict, problems: [] };
    }),
    ...[...new Set(called)].map((service) => {
      const count = called.filter((each) => each === service).length;
      const problems = broken.filter((each) => each.service === service).map(({ problem }) => problem);
      return check(`calls of ${service}`, String(count), String(count - problems.length), problems);
    }),
  ];
};

/** A release and the address of its entry. `consumes.json` is in the same folder. */
export type PlacedRelease = { id: string; version: string; entry: string };

/** `live`: the releases that visitors get, including canaries. `kept`: the other releases in the store, which a rollback could activate. */
export const releasesOf = ({ microFrontends }: Registry): { live: PlacedRelease[]; kept: PlacedRelease[] } => {
  const deployments = Object.values(microFrontends).flat();
  const live = deployments.map(({ url, metadata, extras }) => ({ id: extras.manifest.id, version: metadata.version, entry: url }));
  const kept = deployments.flatMap(({ url, extras: { manifest, ledger } }) =>
    (ledger?.releases ?? [])
      .filter(({ version }) => !live.some((each) => each.id === manifest.id && each.version === version))
      .map(({ version }) => ({ id: manifest.id, version, entry: new URL(`../${version}/remoteEntry.js`, url).href })),
  );
  return { live, kept };
};

/** A release with its `consumes.json`. */
export type WrittenRelease = { version: string; contract: ConsumerContract };

/** A service version that is to be deployed. */
export type OfferedService = { version: string; paths: Paths };

/** The calls that a build makes to one service. */
const pathsTo = (service: string, { paths }: ConsumerContract): ConsumerContract['paths'] =>
  Object.fromEntries(
    Object.entries(paths).flatMap(([path, methods]) => {
      const own = Object.entries(methods).filter(([, { tags }]) => tags.includes(service));
      return own.length === 0 ? [] : [[path, Object.fromEntries(own)]];
    }),
  );

/** Checks whether a new version of a service works with every live release: its version, and each call that they make to it. */
export const checkService = (service: string, offered: OfferedService, live: readonly WrittenRelease[]): Check[] =>
  live
    .map(({ version, contract }) => ({ version, contract: { ...contract, paths: pathsTo(service, contract) } }))
    .filter(({ contract }) => service in contract.services || Object.keys(contract.paths).length > 0)
    .map(({ version, contract }) => {
      const needed = contract.services[service];
      const unmet = needed === undefined ? [] : missingCapabilities({ [service]: needed }, { [service]: offered.version });
      return check(`${contract.name} ${version}`, needed ?? 'any version', offered.version, [
        ...unmet.map(({ running }) => `it needs ${needed ?? ''} and would get ${running}`),
        ...callProblems(contract, offered.paths).map(({ problem }) => problem),
      ]);
    });

/** A shell that is to be deployed. */
export type OfferedShell = { contract: ShellContract; providesShared: SharedNames };

/** Checks whether a new shell works with every live release: its contract, and each name that they consume from its shared modules. */
export const checkShell = (offered: OfferedShell, live: readonly WrittenRelease[]): Check[] =>
  live.map(({ version, contract }) =>
    check(`${contract.name} ${version}`, `contract ${String(contract.contract ?? 'unknown')}`, rangeOf(offered.contract), [
      ...contractProblems(contract, offered.contract),
      ...missingNames(contract.consumesShared ?? {}, offered.providesShared),
    ]),
  );

/** Turns failed checks of kept releases into warnings: only a rollback to them would break. */
export const asRollbacks = (checks: readonly Check[]): Check[] =>
  checks
    .filter(({ verdict }) => verdict === 'no')
    .map((each) => ({ ...each, verdict: 'warning', problems: each.problems.map((problem) => `a rollback to ${each.what}: ${problem}`) }));

/** Returns the lines of the table, followed by the problems. */
export const tableOf = (checks: readonly Check[]): string[] => {
  if (checks.length === 0) return ['  No live release calls it.'];
  const rows = checks.map(({ what, needs, runs, verdict }) => [what, needs, runs, verdict]);
  return [
    ...table([['', 'needs', 'runs', ''], ...rows]).map((line) => `  ${line}`),
    ...checks.flatMap(({ problems }) => problems.map((problem) => `  ! ${problem}`)),
  ];
};
