/** A module that the shell provides and remotes consume: one copy in the page. */
interface SharedModule {
  /** The versions that remotes accept. `false` for our own modules: `can-i-deploy` compares their exported names instead. */
  range: string | false;
  /**
   * `at-start`: there before the first remote is. `at-first-use`: in a chunk of its own, since many pages do not need it. A remote may import it
   * in screens only.
   */
  loads: 'at-start' | 'at-first-use';
  /** The npm packages that are bundled into this module. Remotes import the module instead of them. */
  packages?: readonly string[];
  /** `false`: the shell imports `packages` by their own names as well. */
  isFacadeForShell?: false;
  /** The only exported names that are shared. Absent: all of them. */
  names?: readonly string[];
  /** The names under which remotes of older contracts import this module, each with its version range. */
  formerNames?: Readonly<Record<string, string>>;
}

/**
 * The shared modules of the federation. Made from this manifest: the shared scope of remotes and the versions that the shell provides
 * (`packages/web/build/src/sharedScope.js`), the check for second copies (`SingleCopyPlugin`), the shell's provided modules
 * (`shell/src/remotes/createSharedModules.ts`), the import rule (`tools/boundaries`) and, through the `consumes.json` of each build,
 * `can-i-deploy`.
 */
export const sharedModules = {
  react: { range: '^19.0.0', loads: 'at-start' },
  'react/jsx-runtime': { range: '^19.0.0', loads: 'at-start' },
  'react-dom': { range: '^19.0.0', loads: 'at-start' },
  jotai: { range: '^3.0.0', loads: 'at-start' },
  // Shared modules are not tree-shaken, so only the names that frontends use.
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

/** A name that only remotes of older contracts use. */
export type FormerSharedModuleName = {
  [Name in SharedModuleName]: Manifest[Name] extends { formerNames: infer Former } ? keyof Former : never;
}[SharedModuleName];

/** The shared exported names of a module with `names`; any name for other modules. */
export type SharedNameOf<Name extends SharedModuleName> = Manifest[Name] extends { names: readonly (infer Shared)[] } ? Shared : string;

/** The manifest as a list. */
export const sharedModuleList: readonly (SharedModule & { name: string })[] = Object.entries<SharedModule>(sharedModules).map(
  ([name, module]) => ({ name, ...module }),
);
