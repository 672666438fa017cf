import type { SlideItem, TextItem } from './readSlide.ts';

const shortEnough = (item: TextItem): boolean => item.text.length <= 90 && item.text.split(' ').length <= 14 && /\p{L}/u.test(item.text);

/**
 * Chooses a title for a slide that has none: the short text in the largest letters, else the topmost, else the first.
 * `undefined` where the slide has no text that could serve.
 */
export function inferTitle(items: SlideItem[]): TextItem | undefined {
  const texts = items.filter((item): item is TextItem => item.type === 'text' && shortEnough(item));
  const first = texts[0];
  if (!first) return undefined;
  const largest = Math.max(...texts.map((item) => item.size));
  const inLargest = texts.filter((item) => item.size === largest);
  if (largest >= 1800 && inLargest.length <= 2 && inLargest[0]) return inLargest[0];
  const placed = texts.filter((item) => item.top !== undefined && Number.isFinite(item.top));
  const topmost = placed.reduce<TextItem | undefined>(
    (best, item) => (best?.top !== undefined && best.top <= (item.top ?? 0) ? best : item),
    undefined,
  );
  return topmost && topmost.kind !== 'bullet' ? topmost : first;
}
