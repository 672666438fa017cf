import type { ModelServerOptions } from '@lectern/test-servers';
import { generateCards, generateQuiz } from '../../generateItems.ts';
import type { EngineError } from './EngineError.ts';
import { pharmacology, playModel, soundAnswer, soundAnswers, textOf } from '../../../testing/playModel.ts';

const quizOf = (server: ModelServerOptions, settings: Parameters<typeof playModel>[1] = {}, count = 5) => {
  const model = playModel(server, settings);
  return { ...model, quiz: () => model.run(generateQuiz(model.engine, pharmacology, { count, random: () => 0.4 })) };
};
const failure = async (work: Promise<unknown>): Promise<EngineError> =>
  work.then(
    () => Promise.reject(new Error('It worked.')),
    (error: EngineError) => error,
  );

describe('servers with fewer capabilities', () => {
  it.each<[string, ModelServerOptions, number]>([
    ['know no schema', { format: 'json_object' }, 2],
    ['know no format at all', { format: 'none' }, 3],
    ['count no tokens', { usage: 'never' }, 1],
    ['refuse to count tokens', { refuses: ['stream_options'] }, 2],
    ['do not stream', { streams: false }, 2],
    ['refuse a temperature', { refuses: ['temperature'] }, 2],
    ['want the other name of the token limit', { refuses: ['max_tokens'] }, 2],
    ['put the answer in fences', { wrap: 'fences' }, 1],
    ['think aloud', { wrap: 'thinking' }, 1],
    ['reason separately', { wrap: 'reasoning' }, 1],
    ['chat before and after it', { wrap: 'preamble' }, 1],
  ])('that %s also give a quiz', async (_, server, calls) => {
    const { quiz, played } = quizOf(server, { temperature: 0.4 });
    const made = await quiz();
    expect(made.questions).toHaveLength(5);
    expect(played.requests).toHaveLength(calls);
  });

  it('are called with known capabilities from the second task on', async () => {
    const { run, createEngine, played } = playModel({ format: 'none', refuses: ['max_tokens'] });
    const first = createEngine();
    await run(generateQuiz(first, pharmacology, { count: 5, random: () => 0.4 }));
    const before = played.requests.length;
    await run(generateQuiz(createEngine({ known: first.known }), pharmacology, { count: 5, random: () => 0.4 }));
    expect(played.requests.length - before).toBe(1);
    expect(played.requests.at(-1)?.body).not.toHaveProperty('response_format');
    expect(played.requests.at(-1)?.body).toHaveProperty('max_completion_tokens');
  });

  it('may return the bare list', async () => {
    const list = JSON.stringify((JSON.parse(soundAnswers.quiz) as { questions: unknown[] }).questions);
    expect((await quizOf({ answer: () => `Here you are: ${list}` }).quiz()).questions).toHaveLength(5);
  });
});

describe('slow servers', () => {
  it('deliver each question as it arrives', async () => {
    const { run, engine, clock } = playModel({ tokensPerSecond: 20, promptTokensPerSecond: 200 });
    const times: number[] = [];
    let most = 0;
    await run(
      generateQuiz(
        engine,
        pharmacology,
        { count: 5, random: () => 0.4 },
        {
          onProgress: ({ made }) => {
            if (made <= most) return;
            most = made;
            times.push(Math.round(clock.now() / 1_000));
          },
        },
      ),
    );
    expect(times).toHaveLength(5);
    // Three arrive long before the last one.
    expect(times[2]).toBeLessThan(60);
    expect(times[4]).toBeGreaterThan(65);
  });

  it('may read the prompt for minutes, but must not stall', async () => {
    const slow = quizOf({ promptTokensPerSecond: 10, tokensPerSecond: 200 });
    expect((await slow.quiz()).questions).toHaveLength(5);
    expect(slow.clock.now()).toBeGreaterThan(100_000);
    const silent = quizOf({ tokensPerSecond: 0.02 });
    expect(await failure(silent.quiz())).toMatchObject({ code: 'engine-timeout' });
  });

  it('take one call at a time, whose time limit starts with its turn', async () => {
    const turns: number[] = [];
    let busy = 0;
    const { clock, played, run } = playModel({ tokensPerSecond: 200, slots: 1 });
    const { openaiEngine, realDependencies } = await import('./openaiEngine.ts');
    const engine = openaiEngine(
      { model: 'played-model', baseURL: 'http://model.test/v1', contextTokens: 8_000, maxCalls: 1 },
      {
        ...realDependencies,
        now: clock.now,
        sleep: clock.sleep,
        fetch: played.fetch,
        turn: async (signal) => {
          await clock.sleep(300_000, signal);
          turns.push((busy += 1));
          return () => void (busy -= 1);
        },
      },
    );
    expect((await run(generateQuiz(engine, pharmacology, { count: 5, random: () => 0.4 }))).questions).toHaveLength(5);
    expect(Math.max(...turns)).toBe(1);
    expect(busy).toBe(0);
  });
});

describe('servers with a small context', () => {
  const filler = Array.from({ length: 330 }, (_, index) => ({
    pointer: { kind: 'text' as const, paragraph: 9 + index },
    kind: 'paragraph' as const,
    level: 0,
    text: `Ward number ${index} has ${index + 3} beds, and its nurses write down what each patient drinks and eats from the morning until the evening of every single day of the week.`,
  }));
  const long = { ...pharmacology, passages: [...pharmacology.passages, ...filler] };

  it('that truncate the prompt silently get less, and this is remembered', async () => {
    const { run, createEngine, engine, played } = playModel(
      {
        contextTokens: 4_100,
        truncates: 'silently',
        answer: (request) =>
          textOf(request).startsWith('You write') && textOf(request).includes('Warfarin') ? soundAnswers.quiz : '{"questions": []}',
      },
      { contextTokens: 16_000 },
    );
    const first = await run(engine.quiz(long, { count: 6, random: () => 0.4 }));
    expect(first.drafts.length).toBeGreaterThan(0);
    expect(engine.known.contextTokens).toBeLessThan(4_101);
    const cut = played.requests.length;
    await run(createEngine({ known: engine.known }).quiz(long, { count: 6, random: () => 0.4 }));
    // Only the first call is truncated.
    expect(played.requests.slice(0, cut).some(({ promptTokens }) => promptTokens > 6_000)).toBe(true);
    expect(played.requests.slice(cut).every(({ promptTokens }) => promptTokens <= 4_100)).toBe(true);
  });

  it('that reject a long prompt get its halves', async () => {
    const { run, engine, played } = playModel({ contextTokens: 2_000, truncates: 'error' });
    const text = {
      ...pharmacology,
      passages: pharmacology.passages.map((passage) => ({ ...passage, text: `${passage.text} ${'and so on '.repeat(90)}` })),
    };
    await run(engine.quiz(text, { count: 3, random: () => 0.4 }));
    expect(played.requests.filter(({ outcome }) => outcome === 'refused').length).toBeGreaterThan(0);
    expect(played.requests.some(({ outcome }) => outcome === 'answered')).toBe(true);
  });
});

describe('servers that fail', () => {
  it('lose no complete question when they die', async () => {
    const { quiz, played } = quizOf({ diesAfterTokens: [900] }, { contextTokens: 128_000 }, 6);
    const made = await quiz();
    expect(made.questions.length).toBeGreaterThanOrEqual(2);
    expect(played.requests[0]?.outcome).toBe('died');
  });

  it('are retried after the time that they request', async () => {
    const { quiz, clock, played } = quizOf({ fails: [{ status: 429, headers: { 'retry-after': '2' } }] });
    expect((await quiz()).questions).toHaveLength(5);
    expect(clock.now()).toBe(2_000);
    expect(played.requests).toHaveLength(2);
  });

  it.each<[string, ModelServerOptions, Parameters<typeof playModel>[1], string]>([
    ['expect another key', { apiKey: 'right' }, { apiKey: 'wrong' }, 'engine-misconfigured'],
    ['lack the model', { models: ['other'] }, {}, 'engine-misconfigured'],
    ['are down', { fails: Array.from({ length: 9 }, () => ({ status: 503 })) }, {}, 'engine-unavailable'],
    ['talk rubbish', { answer: () => 'The weather is fine today.' }, {}, 'engine-refused'],
    ['say nothing', { answer: () => '' }, {}, 'engine-refused'],
    ['answer in another shape', { answer: () => '{"quiz": []}' }, {}, 'engine-refused'],
  ])('are reported if they %s', async (_, server, settings, code) => {
    expect(await failure(quizOf(server, settings).quiz())).toMatchObject({ code });
  });

  it('give each question once even if the model repeats itself', async () => {
    const [first, ...others] = (JSON.parse(soundAnswers.quiz) as { questions: unknown[] }).questions;
    const { quiz } = quizOf({ answer: () => JSON.stringify({ questions: [first, first, first, ...others] }) });
    const made = await quiz();
    expect(new Set(made.questions.map(({ question }) => question)).size).toBe(made.questions.length);
    expect(made.refusals['no-filler']?.length).toBeGreaterThan(1);
  });

  it('give nothing if they answer in another language', async () => {
    const spanish = soundAnswers.cards.replaceAll(
      /"front": "[^"]*"/g,
      '"front": "¿Para qué pacientes no es adecuado este medicamento según la clase de hoy?"',
    );
    const { engine, run } = playModel({ answer: (request) => (textOf(request).includes('flashcards') ? spanish : soundAnswer(request)) });
    await expect(run(generateCards(engine, pharmacology, { count: 5 }))).rejects.toMatchObject({ code: 'too-little-material' });
  });
});
