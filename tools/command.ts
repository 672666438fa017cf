import { join } from 'node:path';
import { readEnvironment, readSettings, SettingsError, type ReadSettings } from '@lectern/service-kit';

export const root = join(import.meta.dirname, '..');

/** Returns `.env` and the variables of this process. @throws SettingsError */
export const siteEnvironment = (): NodeJS.ProcessEnv =>
  readEnvironment({ env: join(root, '.env'), example: join(root, '.env.example') }, process.env);

/** Returns the settings of the site. @throws SettingsError */
export const siteSettings = (): ReadSettings => readSettings(siteEnvironment());

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

type ErrorKind = abstract new (...given: never[]) => Error;

/**
 * Runs a command. The exit code is 1 if it fails. Errors that the user can act on are printed as one line: invalid settings or options,
 * system errors, and errors of the `plain` kinds.
 */
export const runCommand = async (work: () => void | Promise<void>, ...plain: ErrorKind[]): Promise<void> => {
  try {
    await work();
  } catch (error) {
    const isPlain = error instanceof Error && ('code' in error || [SettingsError, ...plain].some((kind) => error instanceof kind));
    if (isPlain) process.stderr.write(`${error.message}\n`);
    else console.error(error);
    process.exitCode = 1;
  }
};

/** Returns lines with aligned columns. */
export const table = (rows: readonly (readonly string[])[]): string[] => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};
