import { BackgroundGenerations } from './BackgroundGenerations.ts';
import type { GenerationState } from './GenerationTask.ts';
import { Latest } from './Latest.ts';

/** A run whose beats are due when the test says so. */
const setUp = (beat: () => Promise<boolean>) => {
  const logged: string[] = [];
  const due: (() => void)[] = [];
  const following = new BackgroundGenerations({
    log: (_level, event) => void logged.push(event),
    sleep: (_milliseconds, signal) =>
      new Promise<void>((resolve, reject) => {
        due.push(resolve);
        signal.addEventListener('abort', () => reject(new Error('The run is over.')));
      }),
  });
  const states = new Latest<GenerationState<string>>();
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    states.end();
  };
  following.follow({ states: states.values(), stop }, { add: async () => true, beat, stopped: async () => undefined });
  return {
    logged,
    following,
    isStopped: () => isStopped,
    beatIsDue: async () => {
      due.shift()?.();
      await new Promise(setImmediate);
    },
  };
};

it('a beat that fails is logged, and followed by another one', async () => {
  let beats = 0;
  const { following, logged, beatIsDue } = setUp(async () => {
    beats += 1;
    if (beats === 1) throw new Error('The store does not answer.');
    return true;
  });
  await beatIsDue();
  await beatIsDue();
  expect([beats, logged]).toEqual([2, ['generation.beatFailed']]);
  await following.stop();
});

it('a beat of a generation that was stopped ends it', async () => {
  const { following, isStopped, beatIsDue } = setUp(async () => false);
  await beatIsDue();
  expect(isStopped()).toBe(true);
  await following.idle();
});
