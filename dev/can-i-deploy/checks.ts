import { misfitOf, unmetNeeds, type ShellContract, type Versions } from '@lectern/contracts';
import { breaches, everyName, type ConsumerContract, type LentNames, type Paths } from '@lectern/contracts/consumer';
import type { Registry } from '@lectern/registry';

/** One line of the table. */
export interface Check {
  what: string;
  needs: string;
  runs: string;
  /**
   * `unknown` stops nobody: what cannot be asked is not known to be wrong. Nor does `warning`: what would break is what nobody gets now, and
   * everybody would after a rollback.
   */
  verdict: 'yes' | 'no' | 'unknown' | 'warning';
  /** What would break, as sentences. */
  problems: readonly string[];
}

/** What runs, as the site itself says. */
export interface Running {
  /** Of the running shell; absent when it does not say. */
  contract?: ShellContract | undefined;
  /** What the running shell lends; absent when it does not say. */
  lends?: LentNames | undefined;
  versions: Versions;
  paths: Paths;
}

/** What a build takes that a shell does not lend, as sentences. */
const missingNames = (borrows: LentNames, lends: LentNames): string[] =>
  Object.entries(borrows).flatMap(([owner, names]) => {
    const lent = lends[owner];
    if (!lent) return [`the shell does not lend ${owner}`];
    const missing = lent.includes(everyName) ? [] : names.filter((name) => !lent.includes(name));
    return missing.length === 0 ? [] : [`${owner}: the shell does not lend ${missing.join(', ')}`];
  });

/** Whether a shell lends what a remote takes. What either says nothing about is not known to be missing. */
const checkLent = (borrows: LentNames | undefined, lends: LentNames | undefined): Check => {
  const problems = borrows && lends ? missingNames(borrows, lends) : undefined;
  return {
    what: 'what the shell lends',
    needs: borrows ? `${String(Object.values(borrows).flat().length)} names` : 'unknown',
    runs: lends ? `${String(Object.keys(lends).length)} modules` : 'unknown',
    verdict: !problems ? 'unknown' : problems.length > 0 ? 'no' : 'yes',
    problems: problems ?? [],
  };
};

/** Whether a built remote works with what runs: contract with the shell and what it borrows of it, versions of services, each call. */
export const checkRemote = (contract: ConsumerContract, running: Running): Check[] => {
  const services: Readonly<Record<string, string>> = running.versions.services;
  const broken = breaches(contract, running.paths);
  const calls = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { tags }]) => ({ service: tags[0] ?? '', call: `${method.toUpperCase()} ${path}` })),
  );
  const { name, contract: number, needs = [] } = contract;
  const shell = running.contract;
  const misfit = number === undefined || !shell ? undefined : misfitOf({ id: name, contract: number, needs }, shell);
  const ofShell: Check[] =
    number === undefined
      ? []
      : [
          {
            what: 'contract with the shell',
            needs: needs.length === 0 ? String(number) : `${String(number)}, ${String(needs.length)} capabilities`,
            runs: shell ? `${String(shell.oldest)} to ${String(shell.newest)}` : 'unknown',
            verdict: !shell ? 'unknown' : misfit === undefined ? 'yes' : 'no',
            problems: misfit === undefined ? [] : [misfit],
          },
          checkLent(contract.borrows, running.lends),
        ];
  return [
    ...ofShell,
    ...Object.entries(contract.services).map(([service, needed]): Check => {
      const runs = services[service] ?? 'unknown';
      const isUnmet = unmetNeeds({ [service]: needed }, services).length > 0;
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

/** Where a release lies. */
export interface PlacedRelease {
  id: string;
  version: string;
  /** The address of its entry, beside which it has written down what it calls. */
  entry: string;
}

/** The releases that the registry gives to somebody, a canary's among them, and those of the store that only a rollback would lead to. */
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

/** A release with what it has written down. */
export interface WrittenRelease {
  version: string;
  contract: ConsumerContract;
}

/** A version of a service that is to be deployed. */
export interface OfferedService {
  version: string;
  paths: Paths;
}

/** Whether a new version of a service works with every release that is live: its version, and each call that they make of it. */
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
      const unmet = needed === undefined ? [] : unmetNeeds({ [service]: needed }, { [service]: offered.version });
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
  lends: LentNames;
}

/** Whether a new shell works with every release that is live: its contract, and each name that they take of what it lends. */
export const checkShell = (offered: OfferedShell, live: readonly WrittenRelease[]): Check[] =>
  live.map(({ version, contract: { name, contract: number, needs, borrows = {} } }): Check => {
    const misfit = number === undefined ? undefined : misfitOf({ id: name, contract: number, needs: needs ?? [] }, offered.contract);
    const problems = [...(misfit === undefined ? [] : [misfit]), ...missingNames(borrows, offered.lends)];
    return {
      what: `${name} ${version}`,
      needs: `contract ${number === undefined ? 'unknown' : String(number)}`,
      runs: `${String(offered.contract.oldest)} to ${String(offered.contract.newest)}`,
      verdict: problems.length > 0 ? 'no' : 'yes',
      problems,
    };
  });

/** Of checks of releases that only lie in the store: those that would break if a rollback led to them, as warnings. */
export const asRollbacks = (checks: readonly Check[]): Check[] =>
  checks
    .filter(({ verdict }) => verdict === 'no')
    .map((check) => ({
      ...check,
      verdict: 'warning',
      problems: check.problems.map((problem) => `a rollback to ${check.what}: ${problem}`),
    }));

/** The table, and under it what would break. */
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
