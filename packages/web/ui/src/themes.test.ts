import { dark, light, markPairs, textPairs, type Theme } from './themes';

/** Relative luminance of an OKLCH colour, by way of linear sRGB (Björn Ottosson's matrices), clipped to the gamut. */
const luminance = (value: string): number => {
  const [l = 0, c = 0, h = 0] = (/oklch\(([\d. ]+)\)/.exec(value)?.[1] ?? '').split(' ').map(Number);
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (part: number): number => Math.min(1, Math.max(0, part));
  const red = clip(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short);
  const green = clip(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short);
  const blue = clip(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string): number => {
  const [bright, dim] = [luminance(one), luminance(other)].sort((x, y) => y - x) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
};

const themes: [string, Theme][] = [
  ['light', light],
  ['dark', dark],
];

describe.each(themes)('%s theme', (_name, theme) => {
  test.each(textPairs)('%s on %s has a contrast of 4.5 to 1', (text, ground) => {
    expect(contrast(theme[text], theme[ground])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(markPairs)('%s on %s has a contrast of 3 to 1', (mark, ground) => {
    expect(contrast(theme[mark], theme[ground])).toBeGreaterThanOrEqual(3);
  });
});

test.each(['paper', 'surface', 'raised'] as const)('in the dark theme the outline of a button on %s has a contrast of 3 to 1', (ground) => {
  expect(contrast(dark['line-control'], dark[ground])).toBeGreaterThanOrEqual(3);
});

test('the contrast is computed correctly: black on white is 21 to 1', () => {
  expect(contrast('oklch(0 0 0)', 'oklch(1 0 0)')).toBeCloseTo(21, 1);
});
