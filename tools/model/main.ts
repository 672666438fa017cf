/**
 * `npm run model`: finds the language models that run on this machine (Ollama, LM Studio, llama.cpp, vLLM), tries one, and writes its settings to `.env`.
 *
 *   npm run model -- [--server URL] [--send-key] [--model NAME] [--yes]
 */
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { readEnvironment, SettingsError } from '@lectern/service-kit';
import { usualPlaces } from './findServers.ts';
import { ModelCommandError, runModelCommand } from './runModelCommand.ts';

const root = join(import.meta.dirname, '..', '..');
const envFile = join(root, '.env');

const ask = async (question: string): Promise<string> => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  terminal.once('SIGINT', () => process.exit(130));
  try {
    return await terminal.question(question);
  } catch {
    // Ctrl-D.
    process.exit(130);
  } finally {
    terminal.close();
  }
};

try {
  await runModelCommand({
    args: process.argv.slice(2),
    settings: readEnvironment({ env: envFile, example: join(root, '.env.example') }, process.env),
    envFile,
    places: usualPlaces,
    say: (line) => void process.stdout.write(`${line}\n`),
    ask: process.stdin.isTTY && process.stdout.isTTY ? ask : undefined,
    fetch,
    now: () => performance.now(),
  });
} catch (error) {
  const code = (error as { code?: unknown }).code;
  const isWrongOption = typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS');
  const isPlain = error instanceof ModelCommandError || error instanceof SettingsError || isWrongOption;
  process.stderr.write(`${isPlain ? (error as Error).message : String((error as Error).stack)}\n`);
  process.exitCode = 1;
}
