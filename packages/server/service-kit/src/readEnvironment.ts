import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { SettingsError } from './settings.ts';

/** Returns the names in a file of settings, set or commented out as `# NAME=`. */
const namesIn = (text: string): Set<string> => new Set([...text.matchAll(/^#?\s?([A-Z][A-Z0-9_]*)=/gm)].map((match) => match[1] ?? ''));

/**
 * Reads the environment of the site. Variables of the process take precedence over `.env`.
 *
 * @throws SettingsError for a name in `.env` that `.env.example` lacks: a typing error must not be ignored
 */
export function readEnvironment(files: { env: string; example: string }, shell: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (!existsSync(files.env)) return { ...shell };
  const known = namesIn(readFileSync(files.example, 'utf8'));
  const values = parseEnv(readFileSync(files.env, 'utf8'));
  const unknown = Object.keys(values).find((name) => !known.has(name));
  if (unknown !== undefined) throw new SettingsError(`${unknown}: no such setting (in .env; .env.example lists them all).`);
  return { ...values, ...Object.fromEntries(Object.entries(shell).filter(([, value]) => value !== '')) };
}
