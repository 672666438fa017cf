import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '@lectern/test-servers';

const root = join(import.meta.dirname, '..', '..');

/** Runs a deployment command for the site with this data folder. */
export const npmRun = (command: 'release' | 'rollback' | 'releases', args: string[], dataFolder: string): Promise<string> =>
  runProgram('npm', ['run', '--silent', command, '--', ...args], { cwd: root, env: { ...process.env, DATA_DIR: dataFolder } });

/** A build of a remote. */
export interface RemoteBuild {
  version: string;
  distFolder: string;
}

const versionIn = (distFolder: string): string =>
  (JSON.parse(readFileSync(join(distFolder, 'release.json'), 'utf8')) as { version: string }).version;

/** The build that the site was started with. */
export const builtRemote = (id: string): RemoteBuild => {
  const distFolder = join(root, id, 'dist');
  return { distFolder, version: versionIn(distFolder) };
};

/** A folder for copies of remotes, inside the checkout so that they resolve the workspace's packages. */
export const workshop = (): { folder: string; remove: () => void } => {
  const parent = join(root, '.cache', 'e2e');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'releases-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/** A replacement of a text in a source file. */
export interface SourceChange {
  file: string;
  from: string;
  to: string;
}

/** Builds a copy of a remote with changed source. The checkout's own source stays unchanged, because other tests use it. */
export const buildChanged = async (id: string, changes: SourceChange | readonly SourceChange[], folder: string): Promise<RemoteBuild> => {
  // The folder keeps the remote's name: the build finds its screens by it.
  const copy = join(mkdtempSync(join(folder, 'build-')), id);
  for (const name of ['src', 'package.json', 'tsconfig.json', 'webpack.config.js'])
    cpSync(join(root, id, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, id, 'node_modules'), join(copy, 'node_modules'));
  for (const { file, from, to } of [changes].flat()) {
    const text = readFileSync(join(copy, file), 'utf8');
    if (!text.includes(from)) throw new Error(`${file} has no "${from}".`);
    writeFileSync(join(copy, file), text.replaceAll(from, to));
  }
  await runProgram(process.execPath, [join(root, 'packages', 'build', 'src', 'build.process.js')], { cwd: copy });
  const distFolder = join(copy, 'dist');
  return { distFolder, version: versionIn(distFolder) };
};

/** A copy of a build whose entry does not match its integrity value. */
export const brokenBuild = (build: RemoteBuild, folder: string): RemoteBuild => {
  const distFolder = join(mkdtempSync(join(folder, 'broken-')), 'dist');
  const version = [...build.version].reverse().join('');
  cpSync(build.distFolder, distFolder, { recursive: true });
  renameSync(join(distFolder, build.version), join(distFolder, version));
  const list = join(distFolder, 'release.json');
  writeFileSync(list, readFileSync(list, 'utf8').replaceAll(build.version, version));
  for (const file of readdirSync(join(distFolder, version)).filter((name) => name.startsWith('remoteEntry.js')))
    rmSync(join(distFolder, version, file));
  writeFileSync(join(distFolder, version, 'remoteEntry.js'), 'throw new Error("not what was signed");\n');
  return { distFolder, version };
};
