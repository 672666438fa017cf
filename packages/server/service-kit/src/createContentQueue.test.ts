import { createContentMetrics } from './contentMetrics.ts';
import { createContentQueue, type ContentFailure } from './createContentQueue.ts';
import { createMetrics } from './metrics.ts';
import { readMetrics } from './testing/readMetrics.ts';

class EngineError extends Error implements ContentFailure {
  readonly code = 'unavailable';
  readonly spent = { refusals: { 'distinct-options': ['slide 3', 'slide 4'] } };
}

const open = () => {
  const metrics = createMetrics({ part: 'study' });
  const lines: Record<string, unknown>[] = [];
  const queue = createContentQueue({
    workers: { generatedBy: 'model', slots: 2, largeSlots: 1 },
    failureOf: (error) => (error instanceof EngineError ? error : undefined),
    metrics,
    contentMetrics: createContentMetrics(metrics),
    log: (_level, event, fields) => {
      lines.push({ event, ...fields });
    },
  });
  const read = async () => readMetrics((await metrics.text()).body);
  return { queue, read, lines };
};
const task = <T>(run: () => Promise<T>) => ({ userId: 'u1', isLarge: false, run });

describe('the queue of content tasks', () => {
  it('counts a generation by the engine of each item', async () => {
    const { queue, read } = open();
    const made = await queue.generate(
      'quiz',
      task(async () => ['offline', 'model']),
      (engines) => ({ engines, refusals: {} }),
    );
    expect(made).toEqual(['offline', 'model']);
    const metrics = await read();
    for (const engine of made) expect(metrics.valueOf('lectern_content_items_total', { engine, content: 'quiz' })).toBe(1);
  });

  it('rejects with a domain error for errors of the engine, and counts what they cost', async () => {
    const { queue, read, lines } = open();
    const failing = task(async (): Promise<string[]> => {
      throw new EngineError('The model does not answer.');
    });
    const expected = { name: 'DomainError', code: 'unavailable', message: 'The model does not answer.', retryAfterSeconds: 10 };
    await expect(queue.generate('quiz', failing, (engines) => ({ engines, refusals: {} }))).rejects.toMatchObject(expected);
    await expect(queue.run(failing)).rejects.toMatchObject(expected);
    const metrics = await read();
    const of = { engine: 'model', content: 'quiz' };
    expect(metrics.valueOf('lectern_content_refusals_total', { ...of, check: 'distinct-options' })).toBe(2);
    expect(metrics.valueOf('lectern_content_failures_total', { ...of, code: 'unavailable' })).toBe(1);
    expect(lines).toEqual([{ event: 'content.refused', kind: 'quiz', refused: { 'distinct-options': ['slide 3', 'slide 4'] } }]);
  });

  it('leaves other errors as they are', async () => {
    const { queue } = open();
    const thrown = new Error('a mistake');
    await expect(
      queue.run(
        task(async () => {
          throw thrown;
        }),
      ),
    ).rejects.toBe(thrown);
  });
});
