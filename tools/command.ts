import { join } from 'node:path';
import { readEnvironment, readSettings, SettingsError, type ReadSettings } from '@lectern/service-kit';

export const root = join(import.meta.dirname, '..');

/** `.env` and the variables of this process. @throws SettingsError */
export const siteEnvironment = (): NodeJS.ProcessEnv =>
  readEnvironment({ env: join(root, '.env'), example: join(root, '.env.example') }, process.env);

/** The settings of the site. @throws SettingsError */
export const siteSettings = (): ReadSettings => readSettings(siteEnvironment());

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** An error that a person can act on: it is shown as one line. Errors of the system and of wrong options have a code. */
const isPlain = (error: unknown, plain: readonly (abstract new (...given: never[]) => Error)[]): error is Error =>
  [SettingsError, ...plain].some((kind) => error instanceof kind) || (error instanceof Error && 'code' in error);

/** Runs a command. If it fails, its exit code is 1. @param plain - kinds of errors whose message is enough for the person at the terminal */
export const runCommand = async (
  work: () => void | Promise<void>,
  ...plain: (abstract new (...given: never[]) => Error)[]
): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (isPlain(error, plain)) process.stderr.write(`${error.message}\n`);
    else console.error(error);
    process.exitCode = 1;
  }
};

/** Lines in which the cells of each column begin at the same place. */
export const table = (rows: readonly (readonly string[])[]): string[] => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};
