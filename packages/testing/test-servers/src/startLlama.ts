import { join } from 'node:path';
import { recipes } from './provide.ts';
import { startProgram } from './startProgram.ts';

/** A real llama.cpp server with a language model of 135 million parameters, which writes fast and badly. */
export interface Llama {
  /** Tokens that it has written so far. */
  written(): Promise<number>;
  stop(): Promise<void>;
}

/** Tokens of its context. */
const contextTokens = 4_096;

/**
 * Starts llama.cpp's server.
 * @param python - what `findPythonPackage('xllamacpp')` found
 */
export async function startLlama(python: string, port: number): Promise<Llama> {
  const program = join(recipes, 'xllamacpp', 'serve.py');
  const { stop } = await startProgram(python, [program, String(port), String(contextTokens)], /^ready http/);
  return {
    async written() {
      const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return Number(/^llamacpp:tokens_predicted_total (\S+)$/m.exec(metrics)?.[1]);
    },
    stop,
  };
}
