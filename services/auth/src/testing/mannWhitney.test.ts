import { mannWhitney } from './mannWhitney.ts';

describe('the Mann-Whitney U test', () => {
  it('has the result of SciPy for SciPy’s example', () => {
    const { u, p } = mannWhitney([19, 22, 16, 29, 24], [20, 11, 17, 12]);
    expect(u).toBe(17);
    expect(p).toBeCloseTo(0.11134688653314041, 6);
  });

  it('corrects for ties', () => {
    // By hand: ranks 1.5, 1.5, 4 | 4, 4, 6; the first sum to 7, U = 7 − 6 = 1; σ² = 9/12 · (7 − 30/30) = 4.5.
    const { u, p } = mannWhitney([1, 1, 2], [2, 2, 3]);
    expect(u).toBe(1);
    // z = (|1 − 4.5| − 0.5) / √4.5 = 1.41421
    expect(p).toBeCloseTo(0.157299, 5);
  });

  it('finds no difference between equal samples, and is symmetric', () => {
    expect(mannWhitney([1, 1, 1], [1, 1, 1]).p).toBe(1);
    const [one, other] = [Array.from({ length: 40 }, (_, index) => index), Array.from({ length: 40 }, (_, index) => index + 8)];
    expect(mannWhitney(one, other).p).toBeCloseTo(mannWhitney(other, one).p, 12);
  });

  it('finds a small shift in large samples, and a large shift in small samples', () => {
    const sample = (length: number, shift: number) => Array.from({ length }, (_, index) => ((index * 7919) % length) / length + shift);
    expect(mannWhitney(sample(200, 0), sample(200, 0.02)).p).toBeGreaterThan(0.01);
    expect(mannWhitney(sample(200, 0), sample(200, 0.2)).p).toBeLessThan(1e-6);
    expect(mannWhitney(sample(20, 0), sample(20, 1)).p).toBeLessThan(1e-6);
  });
});
