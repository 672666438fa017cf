/** How a column of numbers is brought to mean 0 and spread 1. A column that is constant becomes 0. */
export interface Scale {
  mean: number;
  /** What a distance from the mean is multiplied by. */
  factor: number;
}

/** The scale of some numbers. */
export function scaleOf(values: readonly number[]): Scale {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const spread = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length));
  return { mean, factor: spread < 1e-6 ? 0 : 1 / spread };
}

export const standardize = (value: number, { mean, factor }: Scale): number => (value - mean) * factor;
