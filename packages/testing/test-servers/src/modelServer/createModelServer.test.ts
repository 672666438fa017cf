import { createModelServer, type ModelServer } from './createModelServer.ts';
import type { ChatRequest, ModelServerOptions } from './ModelServerOptions.ts';
import { startModelServer } from './startModelServer.ts';
import { textOf } from './tokens.ts';
import { virtualClock } from './virtualClock.ts';

const asking = (more: Partial<ChatRequest> = {}): RequestInit => ({
  method: 'POST',
  body: JSON.stringify({ model: 'played-model', messages: [{ role: 'user', content: 'Make a quiz of this.' }], ...more }),
});
const address = 'http://model.test/v1/chat/completions';
const ask = (server: ModelServer, more?: Partial<ChatRequest>) => server.fetch(address, asking(more));

interface Chunk {
  choices: { delta: { content?: string | null; reasoning_content?: string }; finish_reason: string | null }[];
  usage?: { prompt_tokens: number; completion_tokens: number };
}
const chunksIn = (text: string): Chunk[] =>
  text
    .split('\n\n')
    .filter((event) => event !== '' && event !== 'data: [DONE]')
    .map((event) => JSON.parse(event.slice('data: '.length)) as Chunk);
const contentOf = (chunks: Chunk[]): string => chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
const errorOf = async (response: Response): Promise<string> => JSON.stringify(((await response.json()) as { error: unknown }).error);

describe('an answer', () => {
  it('comes in one piece or as a stream that ends with the counted tokens', async () => {
    const server = createModelServer({ answer: () => '{"questions":[]}' });
    const whole = (await (await ask(server)).json()) as { choices: { message: { content: string } }[]; usage: object };
    expect(whole.choices[0]?.message.content).toBe('{"questions":[]}');
    expect(whole.usage).toEqual({ prompt_tokens: 5, completion_tokens: 4, total_tokens: 9 });
    const response = await ask(server, { stream: true, stream_options: { include_usage: true } });
    const text = await response.text();
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(contentOf(chunksIn(text))).toBe('{"questions":[]}');
    expect(chunksIn(text).at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 5, completion_tokens: 4 } });
    expect(server.requests.map(({ outcome }) => outcome)).toEqual(['answered', 'answered']);
  });

  it.each<[ModelServerOptions['wrap'], RegExp]>([
    ['fences', /^```json\n\{\}\n```$/],
    ['thinking', /^<think>\n.+\n<\/think>\n\n\{\}$/],
    ['preamble', /^Sure! .+\n\n\{\}\n\nLet me know/],
    ['reasoning', /^\{\}$/],
  ])('stands in %s', async (wrap, expected) => {
    const chunks = chunksIn(await (await ask(createModelServer({ wrap: wrap ?? 'plain' }), { stream: true })).text());
    expect(contentOf(chunks)).toMatch(expected);
    expect(chunks.some(({ choices }) => choices[0]?.delta.reasoning_content !== undefined)).toBe(wrap === 'reasoning');
  });

  it('is the next of a list, and is asked for again when the list is used up', async () => {
    const server = createModelServer({ answer: () => ['"one"', '"two"'] });
    const texts: string[] = [];
    for (let count = 0; count < 3; count += 1) texts.push(contentOf(chunksIn(await (await ask(server, { stream: true })).text())));
    expect(texts).toEqual(['"one"', '"two"', '"one"']);
  });

  it('comes in one piece from a server without streams, and without counts from one that does not count', async () => {
    const response = await ask(createModelServer({ streams: false, usage: 'never' }), { stream: true });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).not.toHaveProperty('usage');
  });

  it('breaks off', async () => {
    const server = createModelServer({ answer: () => 'x'.repeat(400), diesAfterTokens: [3] });
    await expect((await ask(server, { stream: true })).text()).rejects.toThrow('terminated');
    expect(server.requests[0]).toMatchObject({ outcome: 'died', answerTokens: 3 });
    expect(contentOf(chunksIn(await (await ask(server, { stream: true })).text()))).toHaveLength(400);
  });
});

describe('a refusal', () => {
  it.each<[string, ModelServerOptions, Partial<ChatRequest>, number, string]>([
    [
      'of a format by LM Studio',
      { format: 'json_schema' },
      { response_format: { type: 'json_object' } },
      400,
      "must be 'json_schema' or 'text'",
    ],
    ['of a schema', { format: 'json_object' }, { response_format: { type: 'json_schema' } }, 400, "of type 'json_schema' is not supported"],
    ['of every format', { format: 'none' }, { response_format: { type: 'json_object' } }, 400, 'response_format'],
    ['of a temperature', { refuses: ['temperature'] }, { temperature: 0.2 }, 400, 'Only the default (1) value'],
    ['of max_tokens', { refuses: ['max_tokens'] }, { max_tokens: 9 }, 400, "Use 'max_completion_tokens' instead"],
    [
      'of max_completion_tokens',
      { refuses: ['max_completion_tokens'] },
      { max_completion_tokens: 9 },
      400,
      'Unrecognized request argument',
    ],
    ['of an unknown model', { models: ['other'] }, {}, 404, 'does not exist'],
    ['of a wrong key', { apiKey: 'right' }, {}, 401, 'Incorrect API key'],
    [
      'of a long prompt by llama.cpp',
      { contextTokens: 4, kind: 'llama.cpp' },
      {},
      400,
      'request (5 tokens) exceeds the available context size',
    ],
    ['of a long prompt by vLLM', { contextTokens: 4, kind: 'vllm' }, {}, 400, 'maximum context length is 4 tokens'],
    ['of a long answer by vLLM', { contextTokens: 9, kind: 'vllm' }, { max_tokens: 5 }, 400, 'you requested 5 output tokens'],
  ])('%s has its status and words', async (_, options, more, status, words) => {
    const server = createModelServer(options);
    const response = await ask(server, more);
    expect(response.status).toBe(status);
    expect(await errorOf(response)).toContain(words);
    expect(server.requests[0]?.outcome).toBe('refused');
  });

  it('meets as many requests as there are failures', async () => {
    const server = createModelServer({ fails: [{ status: 429, headers: { 'retry-after': '2' } }, { status: 503 }] });
    const busy = await ask(server);
    expect([busy.status, busy.headers.get('retry-after'), (await ask(server)).status, (await ask(server)).status]).toEqual([
      429,
      '2',
      503,
      200,
    ]);
  });
});

describe('the context', () => {
  const long = [
    { role: 'system', content: 'a'.repeat(40) },
    { role: 'user', content: `${'b'.repeat(40)}END` },
  ];

  it('loses the beginning of a long prompt silently, and counts the rest', async () => {
    let seen = '';
    const server = createModelServer({
      contextTokens: 4,
      truncates: 'silently',
      answer: ({ messages }) => (seen = messages.map(textOf).join('')),
    });
    const { usage } = (await (await ask(server, { messages: long })).json()) as { usage: { prompt_tokens: number } };
    expect(usage.prompt_tokens).toBe(4);
    expect(seen).toMatch(/^b+END$/);
  });

  it('ends the answer where it is full, and leaves it empty in LM Studio', async () => {
    const cut = createModelServer({ contextTokens: 7, answer: () => 'x'.repeat(40) });
    expect(await (await ask(cut)).json()).toMatchObject({ choices: [{ message: { content: 'xxxxxxxx' }, finish_reason: 'length' }] });
    const empty = createModelServer({ contextTokens: 4, truncates: 'empty', answer: () => 'x' });
    expect(await (await ask(empty)).json()).toMatchObject({ choices: [{ message: { content: '' } }] });
  });
});

describe('time', () => {
  it('passes with each token and each token of the prompt', async () => {
    const clock = virtualClock();
    const server = createModelServer({ clock, tokensPerSecond: 5, promptTokensPerSecond: 10, answer: () => 'x'.repeat(4_000) });
    await clock.runUntil(ask(server, { stream: true }).then((response) => response.text()));
    expect(clock.now()).toBeCloseTo(200_500);
  });

  it('is spent in a queue when all slots are taken, in the order of arrival', async () => {
    const clock = virtualClock();
    const server = createModelServer({ clock, slots: 1, tokensPerSecond: 20, answer: () => 'x'.repeat(80) });
    const read = () => ask(server, { stream: true }).then((response) => response.text());
    await clock.runUntil(Promise.all([read(), read(), read()]));
    expect(server.requests.map(({ startedAt }) => startedAt)).toEqual([0, 1_000, 2_000]);
    expect(server.mostAtOnce).toBe(1);
  });

  it('of a slot ends when its caller leaves, and one that leaves the queue takes none', async () => {
    const clock = virtualClock();
    const server = createModelServer({ clock, slots: 1, tokensPerSecond: 20, answer: () => 'x'.repeat(80) });
    const first = await clock.runUntil(ask(server, { stream: true }));
    const leaving = new AbortController();
    const second = server.fetch(address, { ...asking(), signal: leaving.signal });
    const third = ask(server, { stream: true });
    await clock.advance(100);
    leaving.abort();
    await expect(second).rejects.toThrow('aborted');
    await first.body?.cancel();
    await clock.runUntil(third.then((response) => response.text()));
    expect(server.requests.map(({ outcome }) => outcome)).toEqual(['aborted', 'aborted', 'answered']);
    expect(clock.now()).toBe(1_100);
  });

  it('is moved by a clock in the order of its sleepers', async () => {
    const clock = virtualClock();
    const woken: number[] = [];
    for (const at of [30, 10, 20]) void clock.sleep(at).then(() => woken.push(at));
    await clock.advance(20);
    expect([clock.now(), ...woken]).toEqual([20, 10, 20]);
    const left = new AbortController();
    const sleeping = clock.sleep(5, left.signal);
    left.abort(new Error('left'));
    await expect(sleeping).rejects.toThrow('left');
    await clock.runAll();
    expect([clock.now(), ...woken]).toEqual([30, 10, 20, 30]);
  });
});

describe('over HTTP', () => {
  it('answers like the core, breaks connections, and tells its models', async () => {
    const server = await startModelServer({
      kind: 'vllm',
      contextTokens: 8_192,
      models: ['small'],
      diesAfterTokens: [1],
      answer: () => 'abcdefgh',
    });
    try {
      const send = () =>
        fetch(`${server.baseURL}/chat/completions`, asking({ model: 'small', stream: true })).then((response) => response.text());
      await expect(send()).rejects.toThrow();
      expect(contentOf(chunksIn(await send()))).toBe('abcdefgh');
      expect(await (await fetch(`${server.baseURL}/models`)).json()).toMatchObject({ data: [{ id: 'small', max_model_len: 8_192 }] });
      expect((await fetch(`${server.url}/api/version`)).status).toBe(404);
      expect(server.requests.map(({ outcome }) => outcome)).toEqual(['died', 'answered']);
    } finally {
      await server.stop();
    }
  });

  it('notices that a caller is gone', async () => {
    const server = await startModelServer({ tokensPerSecond: 10, answer: () => 'x'.repeat(4_000) });
    try {
      const leaving = new AbortController();
      await fetch(`${server.baseURL}/chat/completions`, { ...asking({ stream: true }), signal: leaving.signal });
      leaving.abort();
      while (server.requests[0]?.outcome === undefined) await new Promise((resolve) => setImmediate(resolve));
      expect(server.requests[0].outcome).toBe('aborted');
    } finally {
      await server.stop();
    }
  });
});
