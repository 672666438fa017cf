import { misfitOf, unmetNeeds, type ShellContract, type Versions } from '@lectern/contracts';
import { breaches, type ConsumerContract, type Paths } from '@lectern/contracts/consumer';

/** One line of the table. */
export interface Check {
  what: string;
  needs: string;
  runs: string;
  /** `unknown` stops nobody: what cannot be asked is not known to be wrong. */
  verdict: 'yes' | 'no' | 'unknown';
  /** What would break, as sentences. */
  problems: readonly string[];
}

/** What runs, as the site itself says. */
export interface Running {
  /** Of the running shell; absent when it does not say. */
  contract?: ShellContract | undefined;
  versions: Versions;
  paths: Paths;
}

/** Whether a built remote works with what runs: contract with the shell, versions of services, each call. */
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
            needs: [number, ...needs].join(', '),
            runs: shell ? `${String(shell.oldest)} to ${String(shell.newest)}` : 'unknown',
            verdict: !shell ? 'unknown' : misfit === undefined ? 'yes' : 'no',
            problems: misfit === undefined ? [] : [misfit],
          },
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

/** A release that pages may be running. */
export interface LiveRelease {
  version: string;
  contract: ConsumerContract;
}

/** Whether a new version of a service works with every release that is live: its version, and each call that they make of it. */
export const checkService = (service: string, offered: { version: string; paths: Paths }, live: readonly LiveRelease[]): Check[] =>
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

/** The table, and under it what would break. */
export const tableOf = (checks: readonly Check[]): string[] => {
  const head = ['', 'needs', 'runs', ''];
  const rows = [head, ...checks.map(({ what, needs, runs, verdict }) => [what, needs, runs, verdict])];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return [
    ...rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd()),
    ...checks.flatMap(({ problems }) => problems.map((problem) => `  ! ${problem}`)),
  ];
};
