import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
interface Planned {
  everything: boolean;
  because?: string;
  parts?: string[];
  isSiteTested?: boolean;
}

/** Returns the plans for changes of this workspace. The planner is an ES module, so it runs in Node. */
const plansFor = (changes: Record<string, string[]>): Record<string, Planned> => {
  const script = `
    import { partsOf, planTests, projectOf } from './tools/test/planTests.ts';
    const parts = partsOf(process.cwd());
    const shown = (plan) => (plan.everything ? plan : { ...plan, parts: plan.parts.map(projectOf) });
    const changes = Object.entries(${JSON.stringify(changes)});
    console.log(JSON.stringify(Object.fromEntries(changes.map(([what, files]) => [what, shown(planTests(files, parts))]))));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' });
  return JSON.parse(output) as Record<string, Planned>;
};

const plans = plansFor({
  remote: ['mf-study/src/items/items.screen.tsx', 'mf-study/package.json', 'docs/teams.md'],
  service: ['services/study/src/createApp.ts'],
  ui: ['packages/web/ui/src/Button.tsx'],
  contracts: ['packages/contracts/src/quiz.ts'],
  registry: ['packages/server/registry/src/registry.ts'],
  prose: ['README.md', 'docs/operate.md', 'CODEOWNERS'],
  root: ['mf-study/src/remote.ts', 'pnpm-lock.yaml'],
  tools: ['tools/run.mjs'],
});

test('a change of a remote runs the tests of that remote only', () => {
  expect(plans['remote']).toEqual({ everything: false, parts: ['mf-study'], isSiteTested: false });
});

test('a change of a service runs its tests and those of the site', () => {
  expect(plans['service']).toEqual({ everything: false, parts: ['study-service'], isSiteTested: true });
});

test('a change of a package runs the tests of all parts that depend on it, directly or not', () => {
  const frontends = ['mf-auth', 'mf-billing', 'mf-library', 'mf-study', 'shell', 'ui'];
  expect(plans['ui']?.parts).toEqual(expect.arrayContaining(frontends));
  expect(plans['ui']?.parts).not.toContain('study-service');
  const everybody = [
    ...frontends,
    'auth-service',
    'study-service',
    'api-gateway',
    'service-kit',
    'platform',
    'stand-ins',
    'tools',
    'e2e',
    'build',
  ];
  expect(plans['contracts']?.parts).toEqual(expect.arrayContaining(everybody));
  expect(plans['contracts']?.parts).not.toContain('document-store');
  expect(plans['registry']?.parts).toEqual(expect.arrayContaining(['registry', 'shell', 'tools', 'e2e']));
  expect(plans['registry']?.parts).not.toContain('mf-study');
  for (const name of ['ui', 'contracts', 'registry']) expect(plans[name]?.isSiteTested).toBe(true);
});

test('a change of documentation runs no tests', () => {
  expect(plans['prose']).toEqual({ everything: false, parts: [], isSiteTested: false });
});

test('a change outside of all parts runs every test', () => {
  expect(plans['root']).toEqual({ everything: true, because: 'pnpm-lock.yaml may concern every part' });
  expect(plans['tools']).toEqual({ everything: true, because: 'tools/run.mjs may concern every part' });
});
