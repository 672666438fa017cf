/**
 * `npm run model`: finds the language models that run on this machine (Ollama, LM Studio, llama.cpp, vLLM), tests one,
 * and writes its settings to `.env`.
 *
 *   npm run model -- [--server URL] [--send-key] [--model NAME] [--yes]
 */
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { ModelCommandError, runModelCommand } from '@lectern/model-trial';
import { root, runCommand, say, siteEnvironment } from '../command.ts';

const ask = async (question: string): Promise<string> => {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  terminal.once('SIGINT', () => process.exit(130));
  // Ctrl-D.
  const answer = await terminal.question(question).catch(() => process.exit(130));
  terminal.close();
  return answer;
};

await runCommand(
  () =>
    runModelCommand({
      args: process.argv.slice(2),
      settings: siteEnvironment(),
      envFile: join(root, '.env'),
      say,
      ask: process.stdin.isTTY && process.stdout.isTTY ? ask : undefined,
      fetch,
      now: () => performance.now(),
    }),
  ModelCommandError,
);
