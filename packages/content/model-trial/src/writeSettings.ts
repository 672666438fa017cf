import { existsSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';

/** Settings by name, in the order in which they are written. */
type ModelSettings = Readonly<Record<string, string>>;

/** A line of `.env`. Values with special characters are quoted. */
const lineOf = (name: string, value: string): string => `${name}=${/^[\w.:/@+-]*$/.test(value) ? value : `'${value}'`}`;

export const linesOf = (settings: ModelSettings): string[] => Object.entries(settings).map(([name, value]) => lineOf(name, value));

/** Replaces the lines of these settings in a text, and adds missing ones at its end. */
function replaceSettings(text: string, settings: ModelSettings): string {
  const left = new Map(Object.entries(settings));
  const lines = text.split('\n').flatMap((line) => {
    const name = /^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=/.exec(line)?.[1];
    if (name === undefined || settings[name] === undefined) return [line];
    const value = left.get(name);
    left.delete(name);
    // A later line of the same name would override the new one.
    return value === undefined ? [] : [lineOf(name, value)];
  });
  if (lines.at(-1) === '') lines.pop();
  return `${[...lines, ...[...left].map(([name, value]) => lineOf(name, value))].join('\n')}\n`;
}

/** Writes the settings into a file as a whole and keeps its permissions. A new file is readable by its user only. */
export function writeSettings(file: string, settings: ModelSettings): void {
  const target = existsSync(file) ? realpathSync(file) : file;
  const before = existsSync(target) ? readFileSync(target, 'utf8') : '';
  const mode = existsSync(target) ? statSync(target).mode & 0o777 : 0o600;
  const written = `${target}.${process.pid}`;
  writeFileSync(written, replaceSettings(before, settings), { mode });
  renameSync(written, target);
}
