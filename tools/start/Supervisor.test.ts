import { restartDelayMs } from './Supervisor.ts';

describe('The wait before a part is started again', () => {
  it('is none for a part that had been ready, however often it ended', () => {
    for (const failures of [0, 1, 4, 100]) expect(restartDelayMs({ wasReady: true, failures })).toBe(0);
  });

  it('doubles with each failure in a row before the part was ready, up to 10 s', () => {
    expect([1, 2, 3, 4, 5, 6, 100].map((failures) => restartDelayMs({ wasReady: false, failures }))).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
    ]);
  });
});
