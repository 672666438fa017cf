import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '@lectern/test-servers';
import { createContentWorkers, isLargeTask } from './createContentWorkers.ts';
import { startModelServer } from '@lectern/test-servers';
import { pharmacology, soundAnswer } from '../testing/playModel.ts';

const failingThread = join(__dirname, '..', 'testing', 'failingThread.ts');

const setUp = (entry = failingThread) => {
  let told: (error: unknown) => void;
  const failed = new Promise<unknown>((resolve) => {
    told = resolve;
  });
  const workers = createContentWorkers({ entry: pathToFileURL(entry), threadFailed: (error) => told(error) });
  return { failed, workers, read: (text: string) => workers.run({ task: 'read-text', text }) };
};

it('reports a thread that cannot be loaded, and still runs the queued tasks', async () => {
  const entry = join(temporaryFolder('thread'), 'thread.ts');
  const { failed, workers, read } = setUp(entry);
  const first = read('one');
  expect(await failed).toMatchObject({ code: 'ERR_MODULE_NOT_FOUND' });
  copyFileSync(failingThread, entry);
  expect(await Promise.all([read('two'), first])).toHaveLength(2);
  await workers.close();
}, 60_000);

it('rejects only the task of the failed thread, and starts another thread for the next task', async () => {
  const { workers, read } = setUp();
  const others = Promise.all(['one', 'two'].map(read));
  await expect(read('memory')).rejects.toMatchObject({ name: 'ContentError', code: 'unreadable_file' });
  await expect(read('crash')).rejects.toThrow('The thread has a fault.');
  await expect(read('exit')).rejects.toThrow(/exited/);
  expect(await others).toHaveLength(2);
  expect(await Promise.all(['a', 'b', 'c', 'd', 'e'].map(read))).toHaveLength(5);
  await workers.close();
}, 60_000);

it.each([
  ['a small text', 'The heart pumps the blood.', false],
  ['a long text', 'a'.repeat(100_001), true],
])('classifies %s', (_, text, isLarge) => {
  expect(isLargeTask({ task: 'read-text', text })).toBe(isLarge);
});

describe('a task of a language model', () => {
  const setUp = async (options: Parameters<typeof startModelServer>[0]) => {
    const server = await startModelServer({ answer: soundAnswer, ...options });
    const workers = createContentWorkers({
      openai: { baseURL: server.baseURL, model: 'played-model', contextTokens: 8_000, maxCalls: 1 },
      threadFailed: (error) => {
        throw error;
      },
    });
    const news: string[] = [];
    const turns = { begun: 0, ended: 0 };
    const run = (answerInMs: number, stoppedAt?: 'turn' | 'item') => {
      const stopped = new AbortController();
      return workers.runByModel(
        { task: 'quiz', sources: [pharmacology], count: 5, seed: 1 },
        {
          answerInMs,
          signal: stopped.signal,
          turn: async () => {
            turns.begun += 1;
            if (stoppedAt === 'turn') stopped.abort();
            return () => void (turns.ended += 1);
          },
          onNews: (told) => {
            news.push(told.kind);
            if (stoppedAt === 'item' && told.kind === 'progress' && told.made > 0) stopped.abort();
          },
        },
      );
    };
    const stop = async (): Promise<void> => {
      await workers.close();
      await server.stop();
    };
    return { run, news, turns, server, stop };
  };

  it('reports progress, and partial results after its deadline, and takes turns', async () => {
    const { run, news, turns, stop } = await setUp({});
    const { questions } = await run(0);
    expect(questions).toHaveLength(5);
    expect(questions.every(({ generatedBy }) => generatedBy === 'openai:played-model')).toBe(true);
    expect(news).toEqual(expect.arrayContaining(['progress', 'so-far', 'usage']));
    expect(turns).toEqual({ begun: 1, ended: 1 });
    await stop();
  });

  it('passes the server’s limits to the next task, and reports why a call failed', async () => {
    const { run, news, server, stop } = await setUp({ format: 'none' });
    await run(60_000);
    const first = server.requests.length;
    await run(60_000);
    expect([first, server.requests.length]).toEqual([3, 4]);
    await server.stop();
    await expect(run(60_000)).rejects.toMatchObject({ code: 'unavailable' });
    expect(news).toContain('call-failed');
    await stop();
  }, 30_000);

  it('ends immediately when stopped, and ends its turn', async () => {
    const { run, turns, stop } = await setUp({ tokensPerSecond: 1 });
    const work = run(60_000, 'turn');
    await expect(work).rejects.toMatchObject({ code: 'timeout' });
    expect(turns.begun).toBe(turns.ended);
    await stop();
  });

  it('reports the cost of a stopped call', async () => {
    const { run, news, turns, stop } = await setUp({ tokensPerSecond: 1_000 });
    await expect(run(60_000, 'item')).rejects.toMatchObject({ code: 'timeout' });
    expect(news).toContain('usage');
    expect(turns).toEqual({ begun: 1, ended: 1 });
    await stop();
  });
});
