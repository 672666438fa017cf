/**
 * What the shell owns and every remote borrows. The ranges are what a remote asks for; the shell's installed version answers.
 * `eager` says whether the shell carries it in its first scripts (true) or loads it when something first asks (false).
 */
export const shared = {
  react: { range: '^19.0.0', eager: true },
  'react/jsx-runtime': { range: '^19.0.0', eager: true },
  'react-dom': { range: '^19.0.0', eager: true },
  jotai: { range: '^3.0.0', eager: true },
  'styled-components': { range: '^6.0.0', eager: true },
  '@tanstack/react-query': { range: '^5.0.0', eager: true },
  '@lectern/platform': { range: false, eager: true },
  '@lectern/platform/router': { range: false, eager: true },
  // Radix is 28 kB that a signed-out visitor of the landing page never needs.
  '@lectern/ui/primitives': { range: false, eager: false },
};

/** Folders of packages that may exist once in the page. A remote's build that holds a module below one of them fails. */
export const singleCopy = [
  'react',
  'react-dom',
  'react-router',
  'react-router-dom',
  'jotai',
  'styled-components',
  '@tanstack/react-query',
  '@tanstack/query-core',
  'react-hot-toast',
  'axios',
  'radix-ui',
  '@radix-ui',
];

/** Settings of ModuleFederationPlugin's `shared` for the shell: everything is provided. */
export const providedByShell = () =>
  Object.fromEntries(Object.entries(shared).map(([name, { range, eager }]) => [name, { singleton: true, eager, requiredVersion: range }]));

/** Settings for a remote: everything is borrowed, and no fallback copy is built. */
export const borrowedByRemote = () =>
  Object.fromEntries(Object.entries(shared).map(([name, { range }]) => [name, { singleton: true, import: false, requiredVersion: range }]));
