import { growthOf } from './growthOf.ts';

/** A processor on which a work of a size takes so many milliseconds, with a clock that counts ticks of four. */
const processor = (costOf: (size: number) => number) => {
  let spent = 0;
  const runs: number[] = [];
  const prepare = (size: number) => () => {
    runs.push(size);
    spent += costOf(size);
  };
  return { prepare, runs, cpuMs: () => Math.floor(spent / 4) * 4 };
};
const bounds = { size: 100, harmlessMs: 40, most: 8 };

it('is about four for linear work of less than a tick, and sixteen for quadratic work', async () => {
  const linear = processor((size) => size * 0.15);
  expect(await growthOf(linear.prepare, { ...bounds, cpuMs: linear.cpuMs })).toBeCloseTo(4, 0);
  const quadratic = processor((size) => size ** 2 * 0.0004);
  const growth = await growthOf(quadratic.prepare, { ...bounds, cpuMs: quadratic.cpuMs });
  expect(growth).toBeGreaterThan(14);
  expect(growth).toBeLessThan(18);
});

it('is zero for harmless work, whose smaller size is not tried', async () => {
  const harmless = processor(() => 0.5);
  expect(await growthOf(harmless.prepare, { ...bounds, cpuMs: harmless.cpuMs })).toBe(0);
  expect(new Set(harmless.runs)).toEqual(new Set([400]));
});

it('is measured again where it is too large, since compilation only adds time', async () => {
  let isCompiled = false;
  const compiled = processor((size) => {
    const own = size * 0.5;
    if (isCompiled || size !== 400) return own;
    isCompiled = true;
    return own + 1_000;
  });
  expect(await growthOf(compiled.prepare, { ...bounds, cpuMs: compiled.cpuMs })).toBeCloseTo(4, 0);
});
