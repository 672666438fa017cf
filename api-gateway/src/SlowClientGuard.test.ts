import { SlowClientGuard } from './SlowClientGuard.ts';

describe('the guard against slow clients', () => {
  let now = 0;
  const make = () => {
    now = 1_000_000;
    return new SlowClientGuard({ monotonic: () => now });
  };
  const begin = (guard: SlowClientGuard, leastPerSecond = 1_024, isLong = false) => {
    const transfer = { moved: 0, isOurs: false, cuts: 0 };
    const stop = guard.watch({
      bytes: () => transfer.moved,
      waitsForServer: () => transfer.isOurs,
      leastPerSecond,
      isLong,
      cut: () => (transfer.cuts += 1),
    });
    return { transfer, stop };
  };
  const pass = (guard: SlowClientGuard, seconds: number, each: () => void = () => undefined) => {
    for (let second = 0; second < seconds; second++) {
      now += 1_000;
      each();
      guard.check();
    }
  };

  it('cuts off clients that send a byte a second, and slow connections after five minutes only', () => {
    const guard = make();
    const [slow, line] = [begin(guard), begin(guard)];
    pass(guard, 19, () => (slow.transfer.moved += 1));
    expect(slow.transfer.cuts).toBe(0);
    line.transfer.moved = 40_000;
    pass(guard, 1);
    expect([slow.transfer.cuts, line.transfer.cuts]).toEqual([1, 0]);
    slow.stop();
    pass(guard, 279, () => (line.transfer.moved += 2_000));
    expect(line.transfer.cuts).toBe(0);
    pass(guard, 1, () => (line.transfer.moved += 2_000));
    expect(line.transfer.cuts).toBe(1);
    expect(slow.transfer.cuts).toBe(1);
  });

  it('does not count the time in which the server is slow', () => {
    const guard = make();
    const { transfer } = begin(guard);
    transfer.isOurs = true;
    pass(guard, 100);
    transfer.isOurs = false;
    pass(guard, 19);
    expect(transfer.cuts).toBe(0);
    pass(guard, 1);
    expect(transfer.cuts).toBe(1);
  });

  it('limits readers by the total time only', () => {
    const guard = make();
    const { transfer } = begin(guard, 0);
    pass(guard, 299);
    expect(transfer.cuts).toBe(0);
    pass(guard, 1);
    expect(transfer.cuts).toBe(1);
  });

  it('lets a download take as long as it needs while it is read', () => {
    const guard = make();
    const { transfer } = begin(guard, 1_024, true);
    pass(guard, 3_600, () => (transfer.moved += 2_000));
    expect(transfer.cuts).toBe(0);
    pass(guard, 20);
    expect(transfer.cuts).toBe(1);
  });
});
