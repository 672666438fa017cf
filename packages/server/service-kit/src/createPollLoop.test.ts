import { createPollLoop, type Polling } from './createPollLoop.ts';

const open = (poll: (polling: Polling<string>) => Promise<void>) => {
  const failures: [string, string | undefined][] = [];
  const loop = createPollLoop<string>({ poll, failed: (error, id) => void failures.push([(error as Error).message, id]) });
  return { loop, failures };
};

describe('a poll loop', () => {
  it('polls once after several flushes, and again after a flush during a poll', async () => {
    let polls = 0;
    const { loop } = open(async () => {
      polls += 1;
      await Promise.resolve();
    });
    loop.flush();
    loop.flush();
    loop.flush();
    await loop.idle();
    expect(polls).toBe(2);
    await loop.stop();
    loop.flush();
    await loop.idle();
    expect(polls).toBe(2);
  });

  it('polls again after a job that was passed to `pollAfter`, and is idle afterwards', async () => {
    const waiting = ['a', 'b', 'c'];
    const done: string[] = [];
    const { loop } = open(async ({ inFlight, begin, pollAfter }) => {
      const id = inFlight.size === 0 ? waiting.shift() : undefined;
      if (id === undefined) return;
      begin(id, id, async () => void done.push(id));
      pollAfter(id);
    });
    loop.flush();
    await loop.idle();
    expect(done).toEqual(['a', 'b', 'c']);
    await loop.stop();
  });

  it('reports failures of polls and of jobs, and goes on', async () => {
    let polls = 0;
    const { loop, failures } = open(async ({ begin }) => {
      polls += 1;
      if (polls === 1) throw new Error('poll');
      begin('a', 'job', async () => {
        throw new Error('job');
      });
    });
    loop.flush();
    await loop.idle();
    loop.flush();
    await loop.idle();
    expect(failures).toEqual([
      ['poll', undefined],
      ['job', 'a'],
    ]);
    await loop.stop();
  });

  it('stops after 1.5 s although a job hangs, and tells jobs that they are abandoned', async () => {
    jest.useFakeTimers();
    let seen: Polling<string> | undefined;
    const { loop } = open(async (polling) => {
      seen = polling;
      polling.begin('a', 'job', () => new Promise(() => undefined));
    });
    loop.flush();
    await jest.advanceTimersByTimeAsync(0);
    let isStopped = false;
    void loop.stop().then(() => (isStopped = true));
    await jest.advanceTimersByTimeAsync(1_499);
    expect([isStopped, seen?.isStopped(), seen?.isAbandoned()]).toEqual([false, true, false]);
    await jest.advanceTimersByTimeAsync(1);
    expect([isStopped, seen?.isAbandoned()]).toEqual([true, true]);
    jest.useRealTimers();
  });
});
