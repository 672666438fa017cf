import perf_hooks from 'node:perf_hooks';
import { createContentMetrics } from './contentMetrics.ts';
import { createService } from './createService.ts';
import { DomainError } from './DomainError.ts';
import { silentLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { creationOf } from './testing/creationOf.ts';
import { readMetrics } from './testing/readMetrics.ts';

const readFrom = async (metrics: ReturnType<typeof createMetrics>) => readMetrics((await metrics.text()).body);

describe('metrics', () => {
  it('are valid text for Prometheus, with everything declared before it is counted', async () => {
    const metrics = createMetrics({ part: 'study' });
    metrics.beginRequest()({ method: 'GET', route: '/quizzes/:id', status: 200, seconds: 0.02 });
    metrics.beginRequest()({ method: 'BREW', route: 'none', status: 404, seconds: 0.001 });
    const { contentType } = await metrics.text();
    expect(contentType).toMatch(/^text\/plain; version=0\.0\.4/);
    const read = await readFrom(metrics);
    expect(read.types['http_request_duration_seconds']).toBe('histogram');
    expect(
      read.valueOf('http_request_duration_seconds_count', { method: 'GET', route: '/quizzes/:id', status: '200', part: 'study' }),
    ).toBe(1);
    expect(read.valueOf('http_request_duration_seconds_bucket', { method: 'GET', le: '0.025' })).toBe(1);
    expect(read.valueOf('http_request_duration_seconds_bucket', { method: 'GET', le: '0.01' })).toBe(0);
    expect(read.valueOf('http_request_duration_seconds_count', { method: 'other', status: '404' })).toBe(1);
  });

  it('of two parts in one process are separate, and those of the process have the delay of the event loop', async () => {
    const [one, other] = [createMetrics({ part: 'one' }), createMetrics({ part: 'other', ofProcess: true })];
    one.counter({ name: 'made_total', help: 'Made.', labels: ['what'] }).inc({ what: 'a "quoted" \\ thing\nof two lines' }, 2);
    expect((await readFrom(one)).valueOf('made_total', { what: 'a "quoted" \\ thing\nof two lines' })).toBe(2);
    expect((await readFrom(one)).types).not.toHaveProperty('nodejs_eventloop_lag_p99_seconds');
    expect((await readFrom(other)).types).toMatchObject({
      nodejs_eventloop_lag_p99_seconds: 'gauge',
      process_resident_memory_bytes: 'gauge',
    });
    expect((await readFrom(other)).types).not.toHaveProperty('made_total');
  });

  it('wake an idle process no more than twenty times a second to sample the delay of its event loop', async () => {
    const sampled = jest.spyOn(perf_hooks, 'monitorEventLoopDelay');
    createMetrics({ part: 'one' });
    expect(sampled).not.toHaveBeenCalled();
    createMetrics({ part: 'other', ofProcess: true });
    expect(sampled.mock.calls).toEqual([[{ resolution: 50 }]]);
    sampled.mockRestore();
  });

  it('are answered without a credential, and label a call by its pattern', async () => {
    const metrics = createMetrics({ part: 'study' });
    const app = createService({
      name: 'study',
      routes: [],
      internalSecret: 'a secret of sixteen characters or more',
      idempotency: {
        run: async () => undefined as never,
        creationWithoutKey: async () => creationOf('new'),
        forgetResource: async () => undefined,
        erase: async () => undefined,
      },
      ready: async () => undefined,
      metrics,
      log: silentLog,
      clock: () => new Date('2026-03-05T10:00:00Z'),
    });
    expect((await app.request('/quizzes/somebodys-quiz')).status).toBe(503);
    const answer = await app.request('/metrics');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
    const text = await answer.text();
    expect(readMetrics(text).valueOf('http_request_duration_seconds_count', { route: 'none', status: '503' })).toBe(1);
    expect(text).not.toContain('somebodys-quiz');
  });
});

describe('metrics of content', () => {
  const usage = { model: 'm', calls: 2, inputTokens: 1_200, outputTokens: 300, costUsd: 0.25 };

  it('count items by the engine that made each, refusals by check, tokens, cost and time', async () => {
    const metrics = createMetrics({ part: 'study' });
    const content = createContentMetrics(metrics);
    const made = await content.measure(
      'quiz',
      'openai:m',
      async () => 'a quiz',
      () => ({
        engines: ['openai:m', 'openai:m', 'offline'],
        refusals: { 'distinct-options': ['slide 1', 'slide 1', 'slide 2'], 'quote-verbatim': ['slide 3'] },
        usage,
      }),
    );
    expect(made).toBe('a quiz');
    content.reported('question', 'wrong', 'offline');
    const read = await readFrom(metrics);
    const of = { engine: 'openai:m', content: 'quiz' };
    expect(read.valueOf('lectern_content_items_total', of)).toBe(2);
    expect(read.valueOf('lectern_content_items_total', { engine: 'offline', content: 'quiz' })).toBe(1);
    expect(read.valueOf('lectern_content_refusals_total', { ...of, check: 'distinct-options' })).toBe(3);
    expect(read.valueOf('lectern_content_duration_seconds_count', of)).toBe(1);
    expect(read.valueOf('lectern_model_tokens_total', { model: 'm', direction: 'input' })).toBe(1_200);
    expect(read.valueOf('lectern_model_tokens_total', { model: 'm', direction: 'output' })).toBe(300);
    expect(read.valueOf('lectern_model_cost_usd_total', { model: 'm' })).toBe(0.25);
    expect(read.valueOf('lectern_item_reports_total', { content: 'question', reason: 'wrong', engine: 'offline' })).toBe(1);
  });

  it('count failures by code, rethrow the error, and measure failures, too', async () => {
    const metrics = createMetrics({ part: 'study' });
    const content = createContentMetrics(metrics);
    const fail = (error: Error) =>
      content.measure(
        'cards',
        'offline',
        () => Promise.reject(error),
        () => ({ engines: [], refusals: {} }),
      );
    const refused = new DomainError('too_little_material', 'Too little.');
    await expect(fail(refused)).rejects.toBe(refused);
    await expect(fail(new Error('broken'))).rejects.toThrow('broken');
    const spent = { refusals: { 'distinct-options': ['slide 1', 'slide 2', 'slide 3', 'slide 4'] }, usage };
    await expect(
      content.measure(
        'cards',
        'offline',
        () => Promise.reject(refused),
        () => ({ engines: [], refusals: {} }),
        () => spent,
      ),
    ).rejects.toBe(refused);
    const read = await readFrom(metrics);
    const of = { engine: 'offline', content: 'cards' };
    expect(read.valueOf('lectern_content_refusals_total', { ...of, check: 'distinct-options' })).toBe(4);
    expect(read.valueOf('lectern_model_tokens_total', { model: 'm', direction: 'input' })).toBe(1_200);
    expect(read.valueOf('lectern_content_failures_total', { ...of, code: 'too_little_material' })).toBe(2);
    expect(read.valueOf('lectern_content_failures_total', { ...of, code: 'internal' })).toBe(1);
    expect(read.valueOf('lectern_content_duration_seconds_count', of)).toBe(3);
  });
});
