import { incompatibilityOf, missingCapabilities, type ShellContract, type Versions } from '@lectern/contracts';
import { breaches, everyName, type ConsumerContract, type SharedNames, type Paths } from '@lectern/contracts/consumer';
import type { Registry } from '@lectern/registry';

/** One line of the table. */
export interface Check {
  what: string;
  needs: string;
  runs: string;
  /**
   * `unknown` and `warning` do not prevent a deployment. `unknown`: the other side could not be asked. `warning`: only a release that nobody
   * gets now would break, after a rollback.
   */
  verdict: 'yes' | 'no' | 'unknown' | 'warning';
  /** The incompatibilities, as sentences. */
  problems: readonly string[];
}

/** The running site, as it describes itself. */
export interface Running {
  /** Of the running shell; absent when it does not say. */
  contract?: ShellContract | undefined;
  /** The shared modules of the running shell; absent when it does not say. */
  providesShared?: SharedNames | undefined;
  versions: Versions;
  paths: Paths;
}

/** The names that a build consumes and a shell does not provide, as sentences. */
const missingNames = (consumesShared: SharedNames, providesShared: SharedNames): string[] =>
  Object.entries(consumesShared).flatMap(([owner, names]) => {
    const shared = providesShared[owner];
    if (!shared) return [`the shell does not share ${owner}`];
    const missing = shared.includes(everyName) ? [] : names.filter((name) => !shared.includes(name));
    return missing.length === 0 ? [] : [`${owner}: the shell does not share ${missing.join(', ')}`];
  });

/** Whether a shell provides the shared modules of a remote. Unknown when either side does not say. */
const checkSharedModules = (consumesShared: SharedNames | undefined, providesShared: SharedNames | undefined): Check => {
  const problems = consumesShared && providesShared ? missingNames(consumesShared, providesShared) : undefined;
  return {
    what: 'shared modules',
    needs: consumesShared ? `${String(Object.values(consumesShared).flat().length)} names` : 'unknown',
    runs: providesShared ? `${String(Object.keys(providesShared).length)} modules` : 'unknown',
    verdict: !problems ? 'unknown' : problems.length > 0 ? 'no' : 'yes',
    problems: problems ?? [],
  };
};

/** Whether a built remote works with what runs: contract with the shell and the shared modules that it consumes, versions of services, each call. */
export const checkRemote = (contract: ConsumerContract, running: Running): Check[] => {
  const services: Readonly<Record<string, string>> = running.versions.services;
  const broken = breaches(contract, running.paths);
  const calls = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { tags }]) => ({ service: tags[0] ?? '', call: `${method.toUpperCase()} ${path}` })),
  );
  const { name, contract: number, needs = [] } = contract;
  const shell = running.contract;
  const incompatibility = number === undefined || !shell ? undefined : incompatibilityOf({ id: name, contract: number, needs }, shell);
  const ofShell: Check[] =
    number === undefined
      ? []
      : [
          {
            what: 'contract with the shell',
            needs: needs.length === 0 ? String(number) : `${String(number)}, ${String(needs.length)} capabilities`,
            runs: shell ? `${String(shell.oldest)} to ${String(shell.newest)}` : 'unknown',
            verdict: !shell ? 'unknown' : incompatibility === undefined ? 'yes' : 'no',
            problems: incompatibility === undefined ? [] : [incompatibility],
          },
          checkSharedModules(contract.consumesShared, running.providesShared),
        ];
  return [
    ...ofShell,
    ...Object.entries(contract.services).map(([service, needed]): Check => {
      const runs = services[service] ?? 'unknown';
      const isUnmet = missingCapabilities({ [service]: needed }, services).length > 0;
      return {
        what: `version of ${service}`,
        needs: needed,
        runs,
        verdict: isUnmet ? 'no' : runs === 'unknown' ? 'unknown' : 'yes',
        problems: [],
      };
    }),
    ...[...new Set(calls.map(({ service }) => service))].map((service): Check => {
      const count = calls.filter((each) => each.service === service).length;
      const problems = broken.filter((each) => each.service === service).map(({ call, problems: all }) => `${call}: ${all.join('; ')}`);
      return {
        what: `calls of ${service}`,
        needs: String(count),
        runs: String(count - problems.length),
        verdict: problems.length > 0 ? 'no' : 'yes',
        problems,
      };
    }),
  ];
};

/** A release and its address. */
export interface PlacedRelease {
  id: string;
  version: string;
  /** The address of its entry. `consumes.json` is beside it. */
  entry: string;
}

/** `live`: the releases that visitors get, canaries included. `kept`: the other releases in the store, which a rollback could lead to. */
export const releasesOf = ({ microFrontends }: Registry): { live: PlacedRelease[]; kept: PlacedRelease[] } => {
  const live = Object.values(microFrontends)
    .flat()
    .map(({ url, metadata, extras }) => ({ id: extras.manifest.id, version: metadata.version, entry: url, ledger: extras.ledger }));
  const kept = live.flatMap(({ id, entry, ledger }) =>
    (ledger?.releases ?? [])
      .filter(({ version }) => !live.some((each) => each.id === id && each.version === version))
      .map(({ version }) => ({ id, version, entry: new URL(`../${version}/remoteEntry.js`, entry).href })),
  );
  return { live: live.map(({ id, version, entry }) => ({ id, version, entry })), kept };
};

/** A release with its `consumes.json`. */
export interface WrittenRelease {
  version: string;
  contract: ConsumerContract;
}

/** A version of a service that is to be deployed. */
export interface OfferedService {
  version: string;
  paths: Paths;
}

/** Whether a new version of a service works with every release that is live: its version, and each call that they make to it. */
export const checkService = (service: string, offered: OfferedService, live: readonly WrittenRelease[]): Check[] =>
  live
    .map(({ version, contract }) => ({
      version,
      contract: {
        ...contract,
        paths: Object.fromEntries(
          Object.entries(contract.paths)
            .map(
              ([path, methods]) =>
                [path, Object.fromEntries(Object.entries(methods).filter(([, { tags }]) => tags.includes(service)))] as const,
            )
            .filter(([, methods]) => Object.keys(methods).length > 0),
        ),
      },
    }))
    .filter(({ contract }) => service in contract.services || Object.keys(contract.paths).length > 0)
    .map(({ version, contract }): Check => {
      const needed = contract.services[service];
      const unmet = needed === undefined ? [] : missingCapabilities({ [service]: needed }, { [service]: offered.version });
      const problems = [
        ...unmet.map(({ running }) => `it needs ${needed ?? ''} and would get ${running}`),
        ...breaches(contract, offered.paths).map(({ call, problems: all }) => `${call}: ${all.join('; ')}`),
      ];
      return {
        what: `${contract.name} ${version}`,
        needs: needed ?? 'any version',
        runs: offered.version,
        verdict: problems.length > 0 ? 'no' : 'yes',
        problems,
      };
    });

/** A shell that is to be deployed. */
export interface OfferedShell {
  contract: ShellContract;
  providesShared: SharedNames;
}

/** Whether a new shell works with every live release: its contract, and each name that they consume of its shared modules. */
export const checkShell = (offered: OfferedShell, live: readonly WrittenRelease[]): Check[] =>
  live.map(({ version, contract: { name, contract: number, needs, consumesShared = {} } }): Check => {
    const incompatibility =
      number === undefined ? undefined : incompatibilityOf({ id: name, contract: number, needs: needs ?? [] }, offered.contract);
    const problems = [...(incompatibility === undefined ? [] : [incompatibility]), ...missingNames(consumesShared, offered.providesShared)];
    return {
      what: `${name} ${version}`,
      needs: `contract ${number === undefined ? 'unknown' : String(number)}`,
      runs: `${String(offered.contract.oldest)} to ${String(offered.contract.newest)}`,
      verdict: problems.length > 0 ? 'no' : 'yes',
      problems,
    };
  });

/** Turns failed checks of releases that are only in the store into warnings: a rollback to them would break. */
export const asRollbacks = (checks: readonly Check[]): Check[] =>
  checks
    .filter(({ verdict }) => verdict === 'no')
    .map((check) => ({
      ...check,
      verdict: 'warning',
      problems: check.problems.map((problem) => `a rollback to ${check.what}: ${problem}`),
    }));

/** The lines of the table, and of the problems under it. */
export const tableOf = (checks: readonly Check[]): string[] => {
  if (checks.length === 0) return ['  Nobody who is live calls it.'];
  const head = ['', 'needs', 'runs', ''];
  const rows = [head, ...checks.map(({ what, needs, runs, verdict }) => [what, needs, runs, verdict])];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return [
    ...rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd()),
    ...checks.flatMap(({ problems }) => problems.map((problem) => `  ! ${problem}`)),
  ];
};
