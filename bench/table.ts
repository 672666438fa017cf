/** One line of the bench: a ratio of one run, with the figures behind it. */
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

export const print = (title: string, rows: readonly Row[]): void => {
  process.stdout.write(`\n${title}\n`);
  for (const { name, ratio, detail } of rows)
    process.stdout.write(`  ${name.padEnd(44)}${(ratio === undefined ? '' : ratio.toFixed(2)).padStart(8)}   ${detail}\n`);
};
