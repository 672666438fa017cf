import { SingleCopyPlugin, singleCopyOf } from './SingleCopyPlugin.js';

describe('singleCopyOf', () => {
  test.each([
    ['/project/node_modules/react/index.js', 'react'],
    ['/project/node_modules/.pnpm/react@19.3.1/node_modules/react/cjs/react.production.js', 'react'],
    ['/project/node_modules/.pnpm/react-dom@19.3.1_react@19.3.1/node_modules/react-dom/client.js', 'react-dom'],
    ['/project/node_modules/.pnpm/@tanstack+query-core@5.1.0/node_modules/@tanstack/query-core/build/index.js', '@tanstack/query-core'],
    ['/project/node_modules/@radix-ui/react-dialog/dist/index.mjs', '@radix-ui'],
    ['C:\\work\\node_modules\\styled-components\\dist\\index.js', 'styled-components'],
    ['/project/packages/web/platform/src/session.ts', '@lectern/platform'],
    ['C:\\work\\packages\\web\\platform\\src\\session.ts', '@lectern/platform'],
  ])('%s belongs to %s', (resource, owner) => {
    expect(singleCopyOf(resource)).toBe(owner);
  });

  test.each([
    '/project/node_modules/react-hook-form/dist/index.mjs',
    '/project/node_modules/react-markdown/index.js',
    '/project/node_modules/axios-mock/index.js',
    '/project/node_modules/.pnpm/react-hook-form@7.0.0_react@19.3.1/node_modules/react-hook-form/dist/index.mjs',
    '/project/node_modules/react/node_modules/other/index.js',
    '/project/packages/web/ui/src/Button.tsx',
    '/project/mf-study/src/react/index.ts',
    '/project/packages/platform-extra/src/index.ts',
  ])('%s may be bundled', (resource) => {
    expect(singleCopyOf(resource)).toBeUndefined();
  });
});

describe('SingleCopyPlugin', () => {
  interface FakeModule {
    resource?: string;
    chunks: number;
    issuer?: FakeModule;
    /** The modules that the optimiser concatenated into it. */
    modules?: FakeModule[];
  }

  /** Runs the plugin over modules as webpack would, and returns the errors it leaves. */
  const errorsFor = (modules: FakeModule[]): string[] => {
    const errors: Error[] = [];
    const compilation = {
      modules,
      errors,
      chunkGraph: { getNumberOfModuleChunks: (module: FakeModule) => module.chunks },
      moduleGraph: { getIssuer: (module: FakeModule) => module.issuer ?? null },
      hooks: {
        afterOptimizeChunkModules: {
          tap: (_name: string, run: () => void) => {
            run();
          },
        },
      },
    };
    const compiler = {
      context: '/project/mf-study',
      options: { output: { uniqueName: 'mf-study' } },
      webpack: { WebpackError: Error },
      hooks: {
        compilation: {
          tap: (_name: string, run: (given: typeof compilation) => void) => {
            run(compilation);
          },
        },
      },
    };
    new SingleCopyPlugin().apply(compiler as unknown as Parameters<SingleCopyPlugin['apply']>[0]);
    return errors.map(({ message }) => message);
  };

  test('fails a build with a second copy, once for each package, and names the importing file', () => {
    const own = { resource: '/project/mf-study/src/remote.ts', chunks: 1 };
    expect(
      errorsFor([
        own,
        { resource: '/project/node_modules/react/index.js', chunks: 1, issuer: own },
        { resource: '/project/node_modules/react/cjs/react.production.js', chunks: 1 },
        { resource: '/project/packages/web/platform/src/index.ts', chunks: 1 },
      ]),
    ).toEqual([
      'mf-study bundles its own copy of react (imported by ./src/remote.ts). The shell owns the only one: import what packages/contracts/src/sharedModules.ts lists.',
      'mf-study bundles its own copy of @lectern/platform. The shell owns the only one: import what packages/contracts/src/sharedModules.ts lists.',
    ]);
  });

  test('finds a second copy that webpack joined with other modules', () => {
    const joined = { chunks: 1, modules: [{ resource: '/project/node_modules/axios/index.js', chunks: 0 }] };
    expect(errorsFor([joined])[0]).toMatch('mf-study bundles its own copy of axios.');
  });

  test('ignores modules that are in no chunk', () => {
    expect(errorsFor([{ resource: '/project/node_modules/react/index.js', chunks: 0 }, { chunks: 1 }])).toEqual([]);
  });
});
