/** A row of the benchmark: a ratio, and the figures that it comes from. */
export interface Row {
  name: string;
  ratio: number | undefined;
  detail: string;
}

export const row = (name: string, ratio: number | undefined, detail: string): Row => ({ name, ratio, detail });

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

/** @param share - 0.95 for the value that 95 % of the values do not exceed */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

export const print = (title: string, rows: readonly Row[]): void => {
  process.stdout.write(`\n${title}\n`);
  for (const { name, ratio, detail } of rows)
    process.stdout.write(`  ${name.padEnd(44)}${(ratio === undefined ? '' : ratio.toFixed(2)).padStart(8)}   ${detail}\n`);
};
