/** A module that the shell provides and remotes import, so that a page contains one copy. */
interface SharedModule {
  /** The versions that remotes accept. `false` for modules of this repository: `can-i-deploy` compares their exported names instead. */
  range: string | false;
  /**
   * `at-start`: loaded before the first remote. `at-first-use`: in a separate chunk, because many pages do not need it. A remote may import it only
   * in screens.
   */
  loads: 'at-start' | 'at-first-use';
  /** The npm packages bundled into this module. Remotes import the module instead. */
  packages?: readonly string[];
  /** `false`: the shell also imports `packages` by their own names. */
  isFacadeForShell?: false;
  /** The shared exported names. Defaults to all of them. */
  names?: readonly string[];
  /** The names under which remotes with older contracts import this module, each with its version range. */
  formerNames?: Readonly<Record<string, string>>;
}

/**
 * The shared modules of the federation. Derived from this manifest: the shared scope of remotes and the versions that the shell provides
 * (`packages/web/build/src/sharedScope.js`), the check for second copies (`SingleCopyPlugin`), the shell's provided modules
 * (`shell/src/remotes/createSharedModules.ts`), the import rule (`tools/boundaries`) and, through the `consumes.json` of each build,
 * `can-i-deploy`.
 */
export const sharedModules = {
  react: { range: '^19.0.0', loads: 'at-start' },
  'react/jsx-runtime': { range: '^19.0.0', loads: 'at-start' },
  'react-dom': { range: '^19.0.0', loads: 'at-start' },
  jotai: { range: '^3.0.0', loads: 'at-start' },
  // Shared modules are not tree-shaken, so this lists only the names that frontends use.
  'styled-components': { range: '^6.0.0', loads: 'at-start', names: ['createGlobalStyle', 'css', 'keyframes', 'styled'] },
  '@lectern/contracts/schema': { range: false, loads: 'at-first-use', packages: ['zod'] },
  '@lectern/platform': { range: false, loads: 'at-start', packages: ['react-hot-toast', 'axios'], isFacadeForShell: false },
  '@lectern/platform/query': {
    range: false,
    loads: 'at-start',
    packages: ['@tanstack/react-query', '@tanstack/query-core'],
    formerNames: { '@tanstack/react-query': '^5.0.0' },
  },
  '@lectern/platform/router': { range: false, loads: 'at-start', packages: ['react-router', 'react-router-dom'] },
  // Radix is 28 kB.
  '@lectern/ui/primitives': { range: false, loads: 'at-first-use', packages: ['radix-ui', '@radix-ui'] },
} as const satisfies Readonly<Record<string, SharedModule>>;

type Manifest = typeof sharedModules;
export type SharedModuleName = keyof Manifest;

/** The shared modules that load at start, or those that load at first use. */
export type SharedModuleThatLoads<Moment extends SharedModule['loads']> = {
  [Name in SharedModuleName]: Manifest[Name]['loads'] extends Moment ? Name : never;
}[SharedModuleName];

/** A name that only remotes with older contracts use. */
export type FormerSharedModuleName = {
  [Name in SharedModuleName]: Manifest[Name] extends { formerNames: infer Former } ? keyof Former : never;
}[SharedModuleName];

/** The shared exported names of a module with `names`; any name for other modules. */
export type SharedNameOf<Name extends SharedModuleName> = Manifest[Name] extends { names: readonly (infer Shared)[] } ? Shared : string;

/** The manifest as a list. */
export const sharedModuleList: readonly (SharedModule & { name: string })[] = Object.entries<SharedModule>(sharedModules).map(
  ([name, module]) => ({ name, ...module }),
);
