import type { ColorName, font, motion, radius, shadow, size, space } from './tokens';

/** The only place with raw colour values. Colours are OKLCH: lightness 0 to 1, chroma, hue in degrees. */
export type Theme = Record<ColorName, string>;

export const light: Theme = {
  paper: 'oklch(0.973 0.008 85)',
  surface: 'oklch(0.99 0.004 85)',
  raised: 'oklch(1 0 0)',
  sunken: 'oklch(0.945 0.011 85)',
  // Pictures are made for white paper, so their background is light in both themes.
  picture: 'oklch(1 0 0)',
  // Pictures of pages are light in both themes.
  'picture-mark': 'oklch(0.945 0.026 285)',
  'picture-mark-line': 'oklch(0.7 0.12 285)',
  line: 'oklch(0.895 0.012 85)',
  'line-control': 'oklch(0.79 0.016 82)',
  'line-strong': 'oklch(0.63 0.02 80)',
  ink: 'oklch(0.235 0.022 280)',
  'ink-soft': 'oklch(0.4 0.02 280)',
  'ink-faint': 'oklch(0.5 0.018 280)',
  accent: 'oklch(0.48 0.19 282)',
  'accent-hover': 'oklch(0.43 0.19 282)',
  'accent-pressed': 'oklch(0.38 0.18 282)',
  'accent-tint': 'oklch(0.945 0.026 285)',
  'accent-line': 'oklch(0.85 0.07 285)',
  'on-accent': 'oklch(0.99 0.003 285)',
  success: 'oklch(0.45 0.115 152)',
  'success-tint': 'oklch(0.95 0.038 152)',
  'on-success': 'oklch(0.99 0.005 152)',
  warning: 'oklch(0.47 0.1 70)',
  'warning-tint': 'oklch(0.955 0.05 88)',
  'on-warning': 'oklch(0.99 0.01 88)',
  danger: 'oklch(0.48 0.18 25)',
  'danger-hover': 'oklch(0.43 0.17 25)',
  'danger-tint': 'oklch(0.955 0.022 20)',
  'on-danger': 'oklch(0.99 0.004 20)',
  info: 'oklch(0.46 0.11 240)',
  'info-tint': 'oklch(0.95 0.025 235)',
  'on-info': 'oklch(0.99 0.004 235)',
  'highlight-yellow': 'oklch(0.93 0.12 98)',
  'highlight-green': 'oklch(0.915 0.085 150)',
  'highlight-blue': 'oklch(0.905 0.06 235)',
  'highlight-pink': 'oklch(0.905 0.06 350)',
  'meter-good': 'oklch(0.6 0.14 152)',
  'meter-near': 'oklch(0.76 0.155 82)',
  'meter-full': 'oklch(0.58 0.2 25)',
  track: 'oklch(0.905 0.012 85)',
  veil: 'oklch(0.2 0.02 280 / 0.45)',
  'header-veil': 'oklch(0.99 0.004 85 / 0.88)',
};

export const dark: Theme = {
  paper: 'oklch(0.185 0.012 280)',
  surface: 'oklch(0.22 0.014 280)',
  raised: 'oklch(0.255 0.016 280)',
  sunken: 'oklch(0.155 0.01 280)',
  picture: 'oklch(0.96 0.004 85)',
  'picture-mark': 'oklch(0.945 0.026 285)',
  'picture-mark-line': 'oklch(0.7 0.12 285)',
  line: 'oklch(0.325 0.016 280)',
  // On dark grounds a fainter outline of a button is not seen.
  'line-control': 'oklch(0.56 0.02 280)',
  'line-strong': 'oklch(0.56 0.02 280)',
  ink: 'oklch(0.945 0.008 85)',
  'ink-soft': 'oklch(0.81 0.01 85)',
  'ink-faint': 'oklch(0.71 0.012 85)',
  accent: 'oklch(0.74 0.125 287)',
  'accent-hover': 'oklch(0.79 0.11 287)',
  'accent-pressed': 'oklch(0.69 0.13 287)',
  'accent-tint': 'oklch(0.29 0.055 285)',
  'accent-line': 'oklch(0.42 0.09 285)',
  'on-accent': 'oklch(0.19 0.04 285)',
  success: 'oklch(0.8 0.13 152)',
  'success-tint': 'oklch(0.28 0.05 152)',
  'on-success': 'oklch(0.19 0.03 152)',
  warning: 'oklch(0.84 0.12 85)',
  'warning-tint': 'oklch(0.29 0.05 80)',
  'on-warning': 'oklch(0.2 0.03 80)',
  danger: 'oklch(0.76 0.13 22)',
  'danger-hover': 'oklch(0.81 0.11 22)',
  'danger-tint': 'oklch(0.285 0.06 22)',
  'on-danger': 'oklch(0.19 0.03 22)',
  info: 'oklch(0.8 0.09 235)',
  'info-tint': 'oklch(0.28 0.045 240)',
  'on-info': 'oklch(0.19 0.03 240)',
  'highlight-yellow': 'oklch(0.42 0.085 95)',
  'highlight-green': 'oklch(0.39 0.075 152)',
  'highlight-blue': 'oklch(0.39 0.07 240)',
  'highlight-pink': 'oklch(0.39 0.08 350)',
  'meter-good': 'oklch(0.72 0.15 152)',
  'meter-near': 'oklch(0.82 0.15 85)',
  'meter-full': 'oklch(0.68 0.18 25)',
  track: 'oklch(0.34 0.016 280)',
  veil: 'oklch(0.08 0.01 280 / 0.6)',
  'header-veil': 'oklch(0.22 0.014 280 / 0.88)',
};

/** Pairs of text and background that components use. A test checks each for WCAG AA in both themes. */
export const textPairs: readonly (readonly [text: ColorName, ground: ColorName])[] = [
  ...(['ink', 'ink-soft', 'ink-faint', 'accent'] as const).flatMap((text) =>
    (['paper', 'surface', 'raised', 'sunken'] as const).map((ground) => [text, ground] as const),
  ),
  ...(['success', 'warning', 'danger', 'info'] as const).flatMap((text) => [
    [text, 'paper'] as const,
    [text, 'surface'] as const,
    [text, 'raised'] as const,
    [text, `${text}-tint`] as const,
    [`on-${text}`, text] as const,
  ]),
  ['ink', 'accent-tint'],
  ['ink-soft', 'accent-tint'],
  ['ink', 'warning-tint'],
  ['ink', 'danger-tint'],
  ['ink', 'success-tint'],
  ['ink', 'info-tint'],
  ...(['highlight-yellow', 'highlight-green', 'highlight-blue', 'highlight-pink'] as const).map((ground) => ['ink', ground] as const),
  ['accent', 'accent-tint'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-accent', 'accent-pressed'],
  ['on-danger', 'danger-hover'],
];

/** Pairs of meaningful lines or marks and their background, with a contrast of at least 3 to 1. */
export const markPairs: readonly (readonly [mark: ColorName, ground: ColorName])[] = [
  ['line-strong', 'surface'],
  ['line-strong', 'raised'],
  ['line-strong', 'paper'],
  ['accent', 'paper'],
  ['accent', 'raised'],
];

const fontFamilies: Record<keyof typeof font, string> = {
  interface: "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', sans-serif",
  reading: "'Source Serif 4 Variable', 'Source Serif Fallback', 'Iowan Old Style', Georgia, serif",
  code: "'JetBrains Mono Variable', ui-monospace, 'Cascadia Mono', Menlo, monospace",
};

const sizes: Record<keyof typeof size, string> = {
  12: '0.75rem',
  14: '0.875rem',
  16: '1rem',
  18: '1.125rem',
  22: '1.375rem',
  28: '1.75rem',
  36: '2.25rem',
  48: '3rem',
};

const spaces: Record<keyof typeof space, string> = {
  4: '4px',
  8: '8px',
  12: '12px',
  16: '16px',
  24: '24px',
  32: '32px',
  48: '48px',
  64: '64px',
};

const radii: Record<keyof typeof radius, string> = { field: '8px', card: '12px', pill: '999px' };

const lightShadows: Record<keyof typeof shadow, string> = {
  low: '0 1px 2px oklch(0.24 0.02 280 / 0.06), 0 2px 8px oklch(0.24 0.02 280 / 0.05)',
  high: '0 2px 6px oklch(0.24 0.02 280 / 0.08), 0 16px 40px oklch(0.24 0.02 280 / 0.16)',
};
const darkShadows: typeof lightShadows = {
  low: '0 1px 2px oklch(0 0 0 / 0.4)',
  high: '0 2px 6px oklch(0 0 0 / 0.4), 0 16px 40px oklch(0 0 0 / 0.5)',
};

const motions: Record<keyof typeof motion, string> = { state: '160ms ease-out', overlay: '240ms ease-out', flip: '420ms ease-in-out' };

const declarations = (prefix: string, values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `--${prefix}${name}:${value};`)
    .join('');

const themeDeclarations = (theme: Theme, shadows: typeof lightShadows): string =>
  declarations('color-', theme) + declarations('shadow-', shadows);

const fixed =
  declarations('font-', fontFamilies) +
  declarations('size-', sizes) +
  declarations('space-', spaces) +
  declarations('radius-', radii) +
  declarations('motion-', motions);

/**
 * The custom properties of both themes, selected by the system's preference or by `data-theme` on the root element. Print is always light.
 */
export const tokenStyles = [
  `:root{color-scheme:light;${fixed}${themeDeclarations(light, lightShadows)}}`,
  `@media screen and (prefers-color-scheme: dark){:root:not([data-theme=light]){color-scheme:dark;${themeDeclarations(dark, darkShadows)}}}`,
  `@media screen{:root[data-theme=dark]{color-scheme:dark;${themeDeclarations(dark, darkShadows)}}}`,
].join('\n');
