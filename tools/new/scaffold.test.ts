import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

const root = join(__dirname, '..', '..');
const packageFolders = globSync('packages/{contracts,*/*}/package.json', { cwd: root }).map((file) => dirname(file));
/** The packages that the templates change or whose tests run here. */
const copiedPackages = ['packages/contracts', 'packages/server/service-kit', 'packages/web/platform'];
const inNode = promisify(execFile);

/** Runs a program of the workspace in a folder. @throws Error with its output */
const run = async (folder: string, file: string, ...args: string[]): Promise<string> => {
  try {
    const { stdout, stderr } = await inNode(process.execPath, ['--disable-warning=ExperimentalWarning', file, ...args], { cwd: folder });
    return stdout + stderr;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${basename(file)} ${args.join(' ')}:\n${stdout}\n${stderr}`, { cause: error });
  }
};
const bin = (name: string): string => join(root, 'node_modules', name);

/**
 * Creates a workspace for two new parts. Files that the new parts change or that are read again are copies, everything else is linked. It
 * is inside the real workspace, so that programs find the installed packages.
 */
const openWorkspace = (): string => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache', 'scaffold-'));
  for (const file of [
    '.env.example',
    'CODEOWNERS',
    '.oxfmtrc.json',
    'oxlint.config.ts',
    'jest.config.js',
    'tools/boundaries/boundaries.ts',
    'e2e/specs/attacks/ownership.spec.ts',
    'services/auth/src/account-export/exportAccount.ts',
    'deploy/kubernetes',
  ])
    cpSync(join(root, file), join(folder, file), { recursive: true });
  for (const copied of copiedPackages)
    cpSync(join(root, copied), join(folder, copied), { recursive: true, filter: (from) => basename(from) !== 'node_modules' });
  for (const linked of packageFolders.filter((each) => !copiedPackages.includes(each))) {
    mkdirSync(dirname(join(folder, linked)), { recursive: true });
    symlinkSync(join(root, linked), join(folder, linked));
  }
  for (const part of copiedPackages) link(folder, part, part);
  // Jest's project lists expect these folders.
  for (const empty of ['shell', 'api-gateway', 'stand-ins']) mkdirSync(join(folder, empty));
  return folder;
};

/** Links the packages that another part has installed, with this workspace's copies instead of the originals. */
const link = (folder: string, part: string, like: string): void => {
  const installed = join(root, like, 'node_modules');
  for (const name of readdirSync(installed).flatMap((each) =>
    each.startsWith('@') ? readdirSync(join(installed, each)).map((inner) => `${each}/${inner}`) : [each],
  )) {
    if (name.startsWith('.')) continue;
    const target = join(folder, part, 'node_modules', name);
    mkdirSync(dirname(target), { recursive: true });
    const own = name.startsWith('@lectern/') && packageFolders.find((each) => basename(each) === basename(name));
    symlinkSync(own ? join(folder, own) : join(installed, name), target);
  }
};

describe('a new remote and a new service', () => {
  let folder: string;
  let written: string[];
  beforeAll(async () => {
    folder = openWorkspace();
    const script = `
      import { scaffold } from ${JSON.stringify(join(root, 'tools/new/scaffold.ts'))};
      const root = ${JSON.stringify(folder)};
      const tried = (kind, name) => { try { return scaffold({ root, kind, name }); } catch (error) { return error.message; } };
      console.log(JSON.stringify([tried('remote', 'mf-study-notes'), tried('service', 'study-notes'), tried('remote', 'mf-study-notes'),
        tried('remote', 'notes'), tried('service', 'Notes'), tried('service', 'quizzes'), tried('service', 'health')]));`;
    writeFileSync(join(folder, 'try.mjs'), script);
    const [remote, service, ...refused] = JSON.parse(await run(folder, join(folder, 'try.mjs'))) as [string[], string[], ...string[]];
    rmSync(join(folder, 'try.mjs'));
    written = [...remote, ...service];
    expect(refused).toEqual([
      'mf-study-notes: that name is taken.',
      'npm run new:remote -- mf-NAME, in small letters: mf-study-notes',
      'npm run new:service -- NAME, in small letters: study-notes',
      'services/quizzes: that name is taken.',
      'services/health: that name is taken.',
    ]);
    link(folder, 'mf-study-notes', 'mf-study');
    link(folder, 'services/study-notes', 'services/study');
    // The lint's import rule reads the manifest of shared modules.
    link(folder, 'tools', 'tools');
  }, 120_000);
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('are in every list, on ports of their own', () => {
    const parts = readFileSync(join(folder, 'packages/contracts/src/parts.ts'), 'utf8');
    expect(parts).toContain("  'mf-study-notes': 3005,\n");
    expect(parts).toContain("  'study-notes': { port: 8085, prefixes: ['study-notes'], version: '1.0' },\n");
    const settings = readFileSync(join(folder, '.env.example'), 'utf8');
    expect(settings).toContain('# MF_STUDY_NOTES_PORT=3005\n');
    expect(settings).toContain('# STUDY_NOTES_SERVICE_PORT=8085\n');
    expect(settings).toContain('# STUDY_NOTES_SERVICE_URL=http://127.0.0.1:8085\n');
    const described = readFileSync(join(folder, 'deploy/kubernetes/study-notes.yaml'), 'utf8');
    expect(described).toContain('containerPort: 8085\n');
    expect(described).not.toContain('OPENAI');
    expect(readFileSync(join(folder, 'deploy/kubernetes/kustomization.yaml'), 'utf8')).toContain('  - study-notes.yaml\n');
    expect(readFileSync(join(folder, 'e2e/specs/attacks/ownership.spec.ts'), 'utf8')).toContain("  getStudyNotes: 'none',\n");
    // `tools/stories.test.ts` expects more than one story per screen.
    const stories = readFileSync(join(folder, 'mf-study-notes/src/study-notes/study-notes.screen.stories.tsx'), 'utf8');
    expect(stories.match(/^export const \w+: Story/gm)).toHaveLength(2);
    const owners = readFileSync(join(folder, 'CODEOWNERS'), 'utf8');
    expect(owners).toContain('/services/study-notes/ @lectern/study-notes\n');
    expect(owners).toContain('/packages/contracts/src/calls/studyNotesCalls.ts @lectern/study-notes @lectern/platform\n');
    const accountExport = readFileSync(join(folder, 'services/auth/src/account-export/exportAccount.ts'), 'utf8');
    expect(accountExport).toContain("  billing: 'Subscription',\n  'study-notes': 'Study notes',\n};");
  });

  it('pass types, lint and their tests, and the remote builds with what it consumes', async () => {
    const code = written.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/^(?:e2e|services\/auth)\//.test(file));
    await run(folder, join(bin('oxfmt'), 'bin/oxfmt'), ...code);
    await Promise.all([
      run(folder, join(bin('typescript-native'), 'bin/tsc'), '--noEmit', '--checkers', '1', '-p', 'mf-study-notes'),
      run(folder, join(bin('typescript-native'), 'bin/tsc'), '--noEmit', '--checkers', '1', '-p', 'services/study-notes'),
    ]);
    const [, tested] = await Promise.all([
      run(folder, join(bin('oxlint'), 'bin/oxlint'), ...code),
      run(folder, join(bin('jest'), 'bin/jest.js'), '--selectProjects', 'mf-study-notes', 'study-notes-service', '--runInBand'),
    ]);
    expect(tested).toMatch(/Tests: +5 passed, 5 total/);
    const remote = join(folder, 'mf-study-notes');
    const { scripts } = JSON.parse(readFileSync(join(remote, 'package.json'), 'utf8')) as { scripts: { build: string } };
    const [program, file = ''] = scripts.build.split(' ');
    expect(program).toBe('node');
    await run(remote, join(remote, file));
    const release = JSON.parse(readFileSync(join(remote, 'dist/release.json'), 'utf8')) as { consumes: string; manifest: { id: string } };
    expect(release.manifest.id).toBe('mf-study-notes');
    expect(JSON.parse(readFileSync(join(remote, 'dist', release.consumes), 'utf8'))).toEqual({
      name: 'mf-study-notes',
      contract: 2,
      needs: ['session/1'],
      consumesShared: {
        '@lectern/platform': ['createRemote', 'usePageTitle', 'useSession'],
        'react/jsx-runtime': ['Fragment', 'jsx', 'jsxs'],
        'styled-components': ['styled'],
      },
      services: {},
      paths: {},
    });
    expect(relative(folder, remote)).toBe('mf-study-notes');
  }, 400_000);
});
