import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '@lectern/test-servers';

const root = join(import.meta.dirname, '..', '..');

/** Runs a deployment command for the site with this data folder. */
export const npmRun = (
  command: 'release' | 'rollback' | 'releases' | 'service-worker',
  args: string[],
  dataFolder: string,
): Promise<string> =>
  runProgram('npm', ['run', '--silent', command, '--', ...args], { cwd: root, env: { ...process.env, DATA_DIR: dataFolder } });

/** A build of a remote. */
export interface RemoteBuild {
  version: string;
  distFolder: string;
}

const versionIn = (distFolder: string): string =>
  (JSON.parse(readFileSync(join(distFolder, 'release.json'), 'utf8')) as { version: string }).version;

/** Returns the build that the site was started with. */
export const builtRemote = (id: string): RemoteBuild => {
  const distFolder = join(root, id, 'dist');
  return { distFolder, version: versionIn(distFolder) };
};

/** Creates a folder for copies of remotes, inside the checkout so that they resolve the workspace's packages. */
export const workshop = (): { folder: string; remove: () => void } => {
  const parent = join(root, '.cache', 'e2e');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'releases-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/** A text replacement in a file. */
export interface SourceChange {
  file: string;
  from: string;
  to: string;
}

const replaceIn = (file: string, from: string, to: string): void => {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no "${from}".`);
  writeFileSync(file, text.replaceAll(from, to));
};

/** Builds a copy of a remote with changed source. The checkout stays unchanged, because other tests use it. */
export const buildChanged = async (id: string, { file, from, to }: SourceChange, folder: string): Promise<RemoteBuild> => {
  // The folder keeps the remote's name, by which the build finds its screens.
  const copy = join(mkdtempSync(join(folder, 'build-')), id);
  for (const name of ['src', 'package.json', 'tsconfig.json', 'webpack.config.js'])
    cpSync(join(root, id, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, id, 'node_modules'), join(copy, 'node_modules'));
  replaceIn(join(copy, file), from, to);
  await runProgram(process.execPath, [join(root, 'packages', 'web', 'build', 'src', 'build.process.js')], { cwd: copy });
  const distFolder = join(copy, 'dist');
  return { distFolder, version: versionIn(distFolder) };
};

/** Copies a build under another version. */
const copyAs = (version: string, build: RemoteBuild, folder: string): RemoteBuild => {
  const distFolder = join(mkdtempSync(join(folder, 'copy-')), 'dist');
  cpSync(build.distFolder, distFolder, { recursive: true });
  renameSync(join(distFolder, build.version), join(distFolder, version));
  const list = join(distFolder, 'release.json');
  writeFileSync(list, readFileSync(list, 'utf8').replaceAll(build.version, version));
  return { distFolder, version };
};

/**
 * Copies a build so that its files can be changed, along with their integrity values and the version. Takes a hundredth of the work of a
 * build.
 */
const changedCopy = (build: RemoteBuild, change: string, folder: string) => {
  const copy = copyAs(createHash('sha256').update(build.version).update(change).digest('hex').slice(0, 16), build, folder);
  const list = join(copy.distFolder, 'release.json');
  const hashOf = (algorithm: string, path: string) => createHash(algorithm).update(readFileSync(path)).digest('base64');
  return {
    ...copy,
    /** Replaces a text in a file. Returns the file's hashes before and after. */
    replace(name: string, algorithm: string, from: string, to: string): readonly [string, string] {
      const path = join(copy.distFolder, copy.version, name);
      const before = hashOf(algorithm, path);
      replaceIn(path, from, to);
      rmSync(`${path}.br`);
      const after = hashOf(algorithm, path);
      replaceIn(list, before, after);
      return [before, after];
    },
    /** Changes the build's own description, in its list and in `consumes.json`. */
    describe(part: { contract: number; services?: Record<string, string> }): void {
      const release = JSON.parse(readFileSync(list, 'utf8')) as { manifest: object };
      writeFileSync(list, JSON.stringify({ ...release, manifest: { ...release.manifest, ...part } }));
      const path = join(copy.distFolder, copy.version, 'consumes.json');
      writeFileSync(path, JSON.stringify({ ...(JSON.parse(readFileSync(path, 'utf8')) as object), ...part }));
      rmSync(`${path}.br`);
    },
  };
};

/** Returns the build with another text in one of its chunks, for tests that deploy builds. */
export const withOtherText = (build: RemoteBuild, { file, from, to }: SourceChange, folder: string): RemoteBuild => {
  const { distFolder, version, replace } = changedCopy(build, to, folder);
  replace('remoteEntry.js', 'sha384', ...replace(file, 'sha256', from, to));
  return { distFolder, version };
};

/** Returns the build as if made for another contract and for these versions of services. */
export const withOtherContract = (
  build: RemoteBuild,
  present: number,
  part: { contract: number; services?: Record<string, string> },
  folder: string,
): RemoteBuild => {
  const { distFolder, version, replace, describe } = changedCopy(build, JSON.stringify(part), folder);
  replace('remoteEntry.js', 'sha384', `contract:${present},`, `contract:${part.contract},`);
  describe(part);
  return { distFolder, version };
};

/** Returns a copy of a build whose entry does not match its integrity value. */
export const brokenBuild = (build: RemoteBuild, folder: string): RemoteBuild => {
  const version = [...build.version].reverse().join('');
  const { distFolder } = copyAs(version, build, folder);
  for (const file of readdirSync(join(distFolder, version)).filter((name) => name.startsWith('remoteEntry.js')))
    rmSync(join(distFolder, version, file));
  writeFileSync(join(distFolder, version, 'remoteEntry.js'), 'throw new Error("not what was signed");\n');
  return { distFolder, version };
};
