import type { SlideItem, TextItem } from './SlideItem.ts';

const isShort = ({ text }: TextItem): boolean => text.length <= 90 && text.split(' ').length <= 14 && /\p{L}/u.test(text);

/** The smallest of the placed texts by their tops; the first of several. */
function topmostOf(texts: TextItem[]): TextItem | undefined {
  let topmost: TextItem | undefined;
  for (const item of texts)
    if (Number.isFinite(item.top ?? Number.NaN) && (topmost === undefined || (item.top ?? 0) < (topmost.top ?? 0))) topmost = item;
  return topmost;
}

/**
 * Chooses a title for a slide that has none: the short text in the largest letters, else the topmost, else the first.
 * `undefined` where the slide has no text that could serve.
 */
export function inferTitle(items: SlideItem[]): TextItem | undefined {
  const texts = items.filter((item): item is TextItem => item.type === 'text' && isShort(item));
  const first = texts[0];
  if (!first) return undefined;
  const largest = texts.reduce((size, item) => Math.max(size, item.size), 0);
  const inLargest = texts.filter((item) => item.size === largest);
  if (largest >= 1800 && inLargest.length <= 2 && inLargest[0]) return inLargest[0];
  const topmost = topmostOf(texts);
  return topmost && topmost.kind !== 'bullet' ? topmost : first;
}
