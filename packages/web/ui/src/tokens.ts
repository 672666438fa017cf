/**
 * Design tokens: names for colours, type, space and motion. Only `themes.ts` has their values. The shell writes them into the page as
 * custom properties, so that remotes of different releases look the same.
 */

const colorNames = [
  'paper',
  'surface',
  'raised',
  'sunken',
  'picture',
  'picture-mark',
  'picture-mark-line',
  'line',
  'line-control',
  'line-strong',
  'ink',
  'ink-soft',
  'ink-faint',
  'accent',
  'accent-hover',
  'accent-pressed',
  'accent-tint',
  'accent-line',
  'on-accent',
  'success',
  'success-tint',
  'on-success',
  'warning',
  'warning-tint',
  'on-warning',
  'danger',
  'danger-hover',
  'danger-tint',
  'on-danger',
  'info',
  'info-tint',
  'on-info',
  'highlight-yellow',
  'highlight-green',
  'highlight-blue',
  'highlight-pink',
  'meter-good',
  'meter-near',
  'meter-full',
  'track',
  'veil',
  'header-veil',
] as const;
export type ColorName = (typeof colorNames)[number];

const variables = <Name extends string | number>(names: readonly Name[], prefix: string): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, `var(--${prefix}${String(name)})`])) as Record<Name, string>;

/** `color.ink` and the like. */
export const color = variables(colorNames, 'color-');

/** Font families: `reading` for guides and cards, `code`, and `interface` for everything else. */
export const font = variables(['interface', 'reading', 'code'] as const, 'font-');

/** Type sizes, named by their pixels at the browser's default size. */
export const size = variables([12, 14, 16, 18, 22, 28, 36, 48] as const, 'size-');

/** Distances, named by their pixels. */
export const space = variables([4, 8, 12, 16, 24, 32, 48, 64] as const, 'space-');

export const radius = variables(['field', 'card', 'pill'] as const, 'radius-');

export const shadow = variables(['low', 'high'] as const, 'shadow-');

/** Durations with their easing, for state, overlays and the card's flip. */
export const motion = variables(['state', 'overlay', 'flip'] as const, 'motion-');

/** Media queries at which the layout changes. Strings, because media queries cannot use custom properties. */
export const media = {
  /** Below 720 px: bottom bar, sheets. */
  small: '(max-width: 719.98px)',
  medium: '(min-width: 720px)',
  /** 720 to 1,100 px: the sidebar shows only icons. */
  icons: '(min-width: 720px) and (max-width: 1100px)',
  large: '(min-width: 1100.02px)',
  /** Wider than a page of 1,200 px next to the sidebar. */
  wide: '(min-width: 1600px)',
  /** Touch screens, and any window of a phone's width: targets have 44 px. */
  touch: '(pointer: coarse), (max-width: 719.98px)',
  reducedMotion: '(prefers-reduced-motion: reduce)',
} as const;

/** Fixed sizes of the frame. */
export const measure = {
  header: '64px',
  sidebar: '248px',
  sidebarIcons: '72px',
  bottomBar: '64px',
  content: '1200px',
  /** The width of signed-in pages in a very wide window. */
  contentWide: '1480px',
  reading: '68ch',
  target: '44px',
} as const;
