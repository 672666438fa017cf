import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The toolchains that must be installed. Their package managers fetch everything else. */
const needs = {
  java: { commands: [['javac', '-version'] as const, ['mvn', '--version'] as const], name: 'Java (a JDK and Maven)' },
  go: { commands: [['go', 'version'] as const], name: 'Go' },
  python: { commands: [['python3', '--version'] as const], name: 'Python 3' },
};
export type Language = keyof typeof needs;

/** In the user's cache, so that a second clone on this machine does not compile them again. What a folder holds is told by its name. */
const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'lectern', 'engines');
/** The folder with the build files of the engines. */
export const recipes = join(import.meta.dirname, '..', 'engines');

const answers = ([command, ...args]: readonly [string, ...string[]]): boolean => {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    // Missing and unusable commands are treated alike.
    return false;
  }
};

const missing = new Map<Language, string | undefined>();

/** `undefined` when what this language needs is on the machine, else one line that says why its tests are skipped. */
export function engineFor(language: Language): string | undefined {
  if (!missing.has(language)) {
    const { commands, name } = needs[language];
    missing.set(language, commands.every(answers) ? undefined : `skipped: ${name} is not on this machine.`);
  }
  return missing.get(language);
}

const isAlive = (id: number): boolean => {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    // No such process.
    return false;
  }
};

/** Holds a file as a lock; one that a dead process left is taken over. */
const locked = async <T>(file: string, work: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      const handle = openSync(file, 'wx');
      writeSync(handle, String(process.pid));
      closeSync(handle);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      try {
        const owner = Number(readFileSync(file, 'utf8'));
        // An empty lock was just created, or its process died before it wrote its id.
        if (owner ? !isAlive(owner) : Date.now() - statSync(file).mtimeMs > 5_000) rmSync(file, { force: true });
      } catch {
        // The lock was released meanwhile.
      }
      await delay(200);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
};

/**
 * A folder with a built program. It is built once for each version of its inputs, also when several tests ask concurrently.
 * @param inputs - files that say what is built: another content makes another folder
 * @param build - fills an empty folder
 */
export async function provide(name: string, inputs: readonly string[], build: (folder: string) => Promise<void>): Promise<string> {
  const hash = createHash('sha256');
  for (const input of inputs) hash.update(readFileSync(input)).update('\0');
  const folder = join(cache, `${name}-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  await locked(`${folder}.lock`, async () => {
    if (existsSync(folder)) return;
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished);
    await build(unfinished);
    renameSync(unfinished, folder);
  });
  return folder;
}
