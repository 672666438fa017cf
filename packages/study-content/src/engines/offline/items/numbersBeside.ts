const roundSteps = [1, 2, 3, 5, 6, 10, 12, 15, 20, 25, 30, 50, 60, 100, 250, 500];

/** The step in which a value is counted: 12 for 48, 250 for 1,000; a sixth of the value where none divides it. */
function stepOf(size: number): number {
  let scale = 1;
  while (size / scale >= 5_000) scale *= 1_000;
  const step = roundSteps.map((one) => one * scale).findLast((one) => size % one === 0 && size / one >= 3 && size / one <= 10);
  return step ?? Math.max(1, Math.round(size / 6));
}

/** Differences between a value and its distractors. */
function offsetsOf(size: number, decimals: number, isShare: boolean): number[] {
  const steps = [-4, -3, -2, -1, 1, 2, 3, 4];
  if (isShare) return steps.map((times) => times * (size % 10 === 0 ? 10 : size % 5 === 0 ? 5 : size > 90 || size < 10 ? 2 : 6));
  if (decimals > 0) return steps.map((times) => times * Math.max(10 ** -decimals, Number((size / 5).toFixed(decimals))));
  if (size <= 12) return steps.map((times) => times * (size > 6 ? 2 : 1));
  return steps.map((times) => times * stepOf(size));
}

/** Distractors of a value, in its notation. How many of them are smaller is random. `undefined` when there are fewer than two. */
export function numbersBeside(value: string, random: () => number): string[] | undefined {
  const match = /^([$£€]?)(\d[\d,]*(?:\.\d+)?)(.*)/s.exec(value);
  if (!match) return undefined;
  const [, before = '', digits = '', after = ''] = match;
  const size = Number(digits.replaceAll(',', ''));
  const decimals = digits.split('.')[1]?.length ?? 0;
  const isShare = after.trim() === '%' || /^\s*per ?cent/.test(after);
  const round = (number: number): number => Number(number.toFixed(decimals));
  const offsets = offsetsOf(size, decimals, isShare);
  // "1 steps" is no option, and a share ends at a hundred.
  const least =
    decimals > 0
      ? 10 ** -decimals
      : after.trim() === '' || isShare || before !== '' || /^\s?(kg|mg|g|ml|mL|l|L|mm|cm|m|km|ATP|kcal|°C)\b/.test(after)
        ? 1
        : 2;
  const options = [...new Set(offsets.map((offset) => round(size + offset)))].filter(
    (number) => number >= least && number !== size && !(isShare && number >= 100),
  );
  const below = options.filter((number) => number < size).sort((left, right) => right - left);
  const above = options.filter((number) => number > size).sort((left, right) => left - right);
  const rank = Math.min(below.length, Math.floor(random() * 4));
  const chosen = [...below.slice(0, rank), ...above.slice(0, 3 - rank)];
  for (const number of [...below, ...above]) if (chosen.length < 3 && !chosen.includes(number)) chosen.push(number);
  const grouped = digits.includes(',');
  return chosen.length < 2
    ? undefined
    : chosen.map((number) => `${before}${grouped ? number.toLocaleString('en-US') : number.toFixed(decimals)}${after}`);
}
