import { createPaceWatch } from './createPaceWatch.ts';

describe('the watch over the pace of transfers', () => {
  let now = 0;
  const make = () => {
    now = 1_000_000;
    return createPaceWatch({ monotonic: () => now });
  };
  const begin = (pace: ReturnType<typeof createPaceWatch>, leastPerSecond = 1_024) => {
    const transfer = { moved: 0, isOurs: false, cuts: 0 };
    const stop = pace.watch({
      bytes: () => transfer.moved,
      isOursToMove: () => transfer.isOurs,
      leastPerSecond,
      cut: () => (transfer.cuts += 1),
    });
    return { transfer, stop };
  };
  const pass = (pace: ReturnType<typeof createPaceWatch>, seconds: number, each: () => void = () => undefined) => {
    for (let second = 0; second < seconds; second++) {
      now += 1_000;
      each();
      pace.check();
    }
  };

  it('cuts who sends a byte a second within a window, and nobody on a slow line before five minutes', () => {
    const pace = make();
    const [slow, line] = [begin(pace), begin(pace)];
    pass(pace, 19, () => (slow.transfer.moved += 1));
    expect(slow.transfer.cuts).toBe(0);
    line.transfer.moved = 40_000;
    pass(pace, 1);
    expect([slow.transfer.cuts, line.transfer.cuts]).toEqual([1, 0]);
    slow.stop();
    pass(pace, 279, () => (line.transfer.moved += 2_000));
    expect(line.transfer.cuts).toBe(0);
    pass(pace, 1, () => (line.transfer.moved += 2_000));
    expect(line.transfer.cuts).toBe(1);
    expect(slow.transfer.cuts).toBe(1);
  });

  it('does not hold against a client what we are slow about', () => {
    const pace = make();
    const { transfer } = begin(pace);
    transfer.isOurs = true;
    pass(pace, 100);
    transfer.isOurs = false;
    pass(pace, 19);
    expect(transfer.cuts).toBe(0);
    pass(pace, 1);
    expect(transfer.cuts).toBe(1);
  });

  it('bounds who only reads by the whole time', () => {
    const pace = make();
    const { transfer } = begin(pace, 0);
    pass(pace, 299);
    expect(transfer.cuts).toBe(0);
    pass(pace, 1);
    expect(transfer.cuts).toBe(1);
  });
});
