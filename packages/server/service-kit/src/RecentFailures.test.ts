import { RecentFailures } from './RecentFailures.ts';

describe('recent failures', () => {
  it('are recent while a late effect is possible, counted from the last failure', () => {
    let now = 0;
    const failures = new RecentFailures(15_000, () => now);
    failures.note('a');
    now = 10_000;
    failures.note('a');
    now = 24_999;
    expect([failures.isRecent('a'), failures.isRecent('b')]).toEqual([true, false]);
    now = 25_000;
    expect(failures.isRecent('a')).toBe(false);
  });

  it('are dropped after that time', () => {
    let now = 0;
    const failures = new RecentFailures(15_000, () => now);
    for (; now < 100_000; now += 10) failures.note(`f${now}`);
    expect(failures.size).toBe(1_500);
    const ofEmbedded = new RecentFailures(0, () => now);
    for (let index = 0; index < 1_000; index += 1) ofEmbedded.note(`f${index}`);
    expect(ofEmbedded.size).toBe(0);
  });
});
