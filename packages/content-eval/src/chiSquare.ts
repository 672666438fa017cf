/** Logarithm of the gamma function (Lanczos). */
function logGamma(x: number): number {
  const coefficients = [76.1800917294715, -86.5053203294168, 24.0140982408309, -1.231739572450155, 0.001208650973866, -5.39523938495e-6];
  let sum = 1.00000000019001;
  coefficients.forEach((coefficient, index) => {
    sum += coefficient / (x + 1 + index);
  });
  const base = x + 5.5;
  return (x + 0.5) * Math.log(base) - base + Math.log((Math.sqrt(2 * Math.PI) * sum) / x);
}

/** The upper tail probability of the chi-square distribution. */
export function chiSquareTail(statistic: number, degrees: number): number {
  if (statistic <= 0 || degrees <= 0) return 1;
  const [a, x] = [degrees / 2, statistic / 2];
  const scale = Math.exp(-x + a * Math.log(x) - logGamma(a));
  if (x < a + 1) {
    // Series for the lower part.
    let term = 1 / a;
    let sum = term;
    for (let step = 1; Math.abs(term) > Math.abs(sum) * 1e-12; step += 1) {
      term *= x / (a + step);
      sum += term;
    }
    return 1 - sum * scale;
  }
  // Continued fraction for the upper part (Lentz).
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let fraction = d;
  for (let step = 1, change = 0; step < 500 && Math.abs(change - 1) > 1e-12; step += 1) {
    const factor = -step * (step - a);
    b += 2;
    d = 1 / (factor * d + b);
    c = b + factor / c;
    change = c * d;
    fraction *= change;
  }
  return fraction * scale;
}

/** The chi-square test for equal frequencies: the statistic and its p-value. */
export function chiSquareOfEqual(counts: readonly number[]): { statistic: number; p: number } {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const statistic = expected === 0 ? 0 : counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  return { statistic, p: chiSquareTail(statistic, counts.length - 1) };
}
