import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createModelServer, temporaryFolder, virtualClock, type ModelServerOptions, type VirtualClock } from '@lectern/test-servers';
import { findServers, usualPlaces, type Fetch } from './findServers.ts';
import { runModelCommand, type ModelCommand } from './runModelCommand.ts';

const questions = JSON.stringify({
  questions: Array.from({ length: 10 }, (_, index) => ({
    question: `Question ${index + 1}: where do the light reactions take place, and why there?`,
    answer: 'In the thylakoid membranes.',
    explanation: 'The text says so in its second sentence. Chlorophyll is there.',
  })),
});

/** Servers by port, behind one `fetch`. */
function machineWith(servers: Readonly<Record<number, ModelServerOptions>>) {
  const clock = virtualClock();
  const started = new Map(
    Object.entries(servers).map(([port, options]) => [
      `http://127.0.0.1:${port}`,
      createModelServer({ clock, answer: () => questions, tokensPerSecond: 200, ...options }),
    ]),
  );
  const fetch: Fetch = (input, init) => {
    const server = started.get(new URL(input).origin);
    return server ? server.fetch(input, init) : Promise.reject(new TypeError('fetch failed'));
  };
  const requestsTo = (port: number) => started.get(`http://127.0.0.1:${port}`)?.requests ?? [];
  return { clock, fetch, requestsTo };
}

let folder = '';
let envFile = '';
beforeEach(() => {
  folder = temporaryFolder('model');
  envFile = join(folder, '.env');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the command. @returns What it said, and what `.env` has then. */
async function run(
  { clock, fetch }: { clock: VirtualClock; fetch: Fetch },
  args: readonly string[],
  { answers, ...more }: Partial<ModelCommand> & { answers?: string[] } = {},
): Promise<{ said: string; written: string | undefined }> {
  const said: string[] = [];
  const ask = answers && (() => Promise.resolve(answers.shift() ?? ''));
  const command: ModelCommand = {
    args,
    settings: {},
    envFile,
    places: usualPlaces,
    say: (line) => void said.push(line),
    ask,
    fetch,
    now: () => clock.now(),
    ...more,
  };
  await clock.runUntil(runModelCommand(command));
  let written: string | undefined;
  try {
    written = readFileSync(envFile, 'utf8');
  } catch {
    // Nothing was written.
  }
  return { said: said.join('\n'), written };
}

describe('servers', () => {
  it('are known by what they answer, not by their port, and without models for embeddings', async () => {
    const { fetch } = machineWith({
      8_080: { kind: 'vllm', models: ['qwen'] },
      11_434: { kind: 'llama.cpp', models: ['gemma'] },
      1_234: { kind: 'ollama', models: ['llama3.1:8b', 'nomic-embed-text:latest', "bad'name\nOPENAI_API_KEY=x"] },
      8_000: { kind: 'lmstudio', models: ['google/gemma-4-12b'] },
    });
    const found = await findServers(usualPlaces, fetch, AbortSignal.timeout(5_000));
    expect(found.map(({ kind, models }) => [kind, ...models])).toEqual([
      ['llama.cpp', 'gemma'],
      ['Ollama', 'llama3.1:8b'],
      ['vLLM', 'qwen'],
      ['LM Studio', 'google/gemma-4-12b'],
    ]);
  });

  it('are not what another program answers, such as the gateway', async () => {
    const answers: unknown[] = [{ message: 'Not found.' }, [], { data: [{ id: 1 }, null] }, 'text', { data: 'x' }];
    const fetch: Fetch = () => Promise.resolve(Response.json(answers.shift()));
    expect(await findServers([...usualPlaces, ...usualPlaces.slice(0, 1)], fetch, AbortSignal.timeout(5_000))).toEqual([]);
  });

  it('are missed with one sentence', async () => {
    await expect(run(machineWith({}), ['--yes'])).rejects.toThrow(
      /^No language model answers on this machine: install Ollama .*, and run this again\.$/,
    );
  });
});

describe('a trial', () => {
  it.each<[string, ModelServerOptions, RegExp[]]>([
    [
      'Ollama with 20 tokens a second',
      { kind: 'ollama', contextTokens: 16_384, tokensPerSecond: 20, promptTokensPerSecond: 300 },
      [
        /writes 20 tokens a second, reads \d{3}/,
        /keeps to a JSON schema/,
        /16,384 tokens/,
        /A quiz takes about 3 min, a guide of 20 slides about 5 min\.\nAfter 150 s/,
      ],
    ],
    [
      'LM Studio',
      { kind: 'lmstudio', format: 'json_schema', contextTokens: 8_192 },
      [/keeps to a JSON schema/, /8,192 tokens/, /A quiz takes about 20 s/],
    ],
    ['llama.cpp', { kind: 'llama.cpp', contextTokens: 32_768 }, [/32,768 tokens/]],
    ['vLLM', { kind: 'vllm', contextTokens: 40_960 }, [/40,960 tokens/]],
    ['JSON without a schema', { format: 'json_object' }, [/answers with JSON, but keeps to no schema/]],
    ['no format, and fences', { format: 'none', wrap: 'fences' }, [/answers with JSON when the prompt asks for it/]],
    ['no streams', { streams: false }, [/writes 200 tokens a second/]],
    ['max_completion_tokens only', { refuses: ['max_tokens'] }, [/keeps to a JSON schema/]],
    ['a model that thinks', { wrap: 'reasoning' }, [/The model thinks before each answer/]],
    ['nonsense', { answer: () => 'Sure, photosynthesis is nice!' }, [/does not keep to a form/, /Choose another one/]],
    ['5 tokens a second', { tokensPerSecond: 5 }, [/writes 5\.0 tokens/, /Long guides will be finished without the model/]],
    [
      'an unknown server that cuts prompts',
      { contextTokens: 4_096, truncates: 'silently' },
      [/4,096 tokens/, /The context is small\. Start the server/],
    ],
    ['an unknown server that refuses long prompts', { contextTokens: 5_000 }, [/5,000 tokens/]],
    ['an unknown server that does not count', { usage: 'never' }, [/not known; 8,000 tokens are assumed/]],
  ])('of %s says what to expect', async (_, options, expected) => {
    const { said } = await run(machineWith({ 11_434: options }), []);
    for (const words of expected) expect(said).toMatch(words);
  });

  it('takes about ten seconds however slow the model is', async () => {
    const machine = machineWith({ 11_434: { kind: 'ollama', tokensPerSecond: 5, contextTokens: 8_192 } });
    await run(machine, []);
    expect(machine.clock.now()).toBeLessThan(15_000);
    expect(machine.requestsTo(11_434).at(-1)?.outcome).toBe('aborted');
  });

  it.each<[string, ModelServerOptions, string]>([
    ['an overloaded server', { fails: [{ status: 503 }] }, 'refused the trial (status 503): '],
    ['a broken connection', { diesAfterTokens: 1 }, 'did not answer. Is the server still running?'],
  ])('ends with one line at %s', async (_, options, words) => {
    await expect(run(machineWith({ 11_434: options }), ['--yes'])).rejects.toThrow(words);
  });
});

describe('the settings', () => {
  const machine = () => machineWith({ 11_434: { kind: 'ollama', models: ['small', 'large'], contextTokens: 8_192 } });
  const lines = 'OPENAI_BASE_URL=http://127.0.0.1:11434/v1\nOPENAI_MODEL=large\nOPENAI_CONTEXT_TOKENS=8192\n';

  it('are written after the person has chosen and agreed, and nothing else changes', async () => {
    writeFileSync(envFile, '# Mine\nSHELL_PORT=3100\nOPENAI_MODEL=old\n#OPENAI_BASE_URL=\n\nOPENAI_MODEL=older\nSMTP_URL=x', {
      mode: 0o640,
    });
    const { written, said } = await run(machine(), [], { answers: ['9', '2', 'y'] });
    expect(said).toMatch(/Ollama at http:\/\/127\.0\.0\.1:11434\n +1 {2}small\n +2 {2}large\nA number from 1 to 2\./);
    expect(written).toBe(
      '# Mine\nSHELL_PORT=3100\nOPENAI_MODEL=large\n#OPENAI_BASE_URL=\n\nSMTP_URL=x\nOPENAI_BASE_URL=http://127.0.0.1:11434/v1\nOPENAI_CONTEXT_TOKENS=8192\n',
    );
    expect(statSync(envFile).mode & 0o777).toBe(0o640);
  });

  it('are written without questions with --yes, into a file that only its user can read', async () => {
    expect((await run(machine(), ['--yes', '--model', 'large'])).written).toBe(lines);
    expect(statSync(envFile).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['nobody is there', undefined],
    ['the person does not agree', ['2', 'n']],
  ])('are only shown when %s', async (_, answers) => {
    const { said, written } = await run(machine(), answers ? [] : ['--model', 'large'], answers && { answers });
    expect(said).toContain(lines);
    expect(said).toContain('Nothing was written.');
    expect(written).toBeUndefined();
  });

  it('are not written for a context in which nothing fits', async () => {
    await expect(run(machineWith({ 11_434: { kind: 'ollama', contextTokens: 2_048 } }), ['--yes'])).rejects.toThrow('Nothing was written.');
    expect(() => readFileSync(envFile)).toThrow('ENOENT');
  });

  it('name no model that is not there', async () => {
    await expect(run(machine(), ['--model', 'huge'])).rejects.toThrow('No server has the model huge. There are: small, large.');
  });
});

describe('a key', () => {
  const settings = { OPENAI_API_KEY: 'secret' };
  const keysAt = (machine: ReturnType<typeof machineWith>, port: number) => new Set(machine.requestsTo(port).map(({ key }) => key));

  it('goes to no server that is found, and the person reads that the site would send it', async () => {
    const machine = machineWith({ 11_434: {} });
    const { said, written } = await run(machine, ['--yes'], { settings });
    expect(keysAt(machine, 11_434)).toEqual(new Set([undefined]));
    expect(said).toContain('OPENAI_API_KEY is set for another server.');
    expect(written).not.toContain('secret');
  });

  it('goes to the server that is set, and is written but not shown', async () => {
    const machine = machineWith({ 9_000: { apiKey: 'secret' } });
    const { said, written } = await run(machine, ['--yes'], { settings: { ...settings, OPENAI_BASE_URL: 'http://localhost:9000/v1' } });
    expect(keysAt(machine, 9_000)).toEqual(new Set(['secret']));
    expect(written).toContain('OPENAI_BASE_URL=http://127.0.0.1:9000/v1\n');
    expect(written).toContain('OPENAI_API_KEY=secret\n');
    expect(said).not.toContain('secret');
  });

  it('goes to a named server only when the person says so', async () => {
    const machine = machineWith({ 9_000: { apiKey: 'secret' } });
    const named = ['--yes', '--server', '127.0.0.1:9000'];
    await expect(run(machine, named, { settings })).rejects.toThrow('If it wants a key, set OPENAI_API_KEY and add --send-key.');
    expect((await run(machine, [...named, '--send-key'], { settings })).written).toContain('OPENAI_API_KEY=secret');
  });
});
