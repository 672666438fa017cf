import { readCoreTitle } from '../ooxml/relationships.ts';
import type { ZipParts } from '../ooxml/ZipParts.ts';
import type { Paragraph, Slide } from './deck.ts';
import type { SlideItem, TextItem } from './slide/SlideItem.ts';

const meaninglessTitle =
  /^(powerpoint[- ]pr[aä]senta.*|powerpoint presentation|pptxgenjs presentation|presentation\d*|untitled.*|slide ?\d+|title|microsoft powerpoint.*|.*\.pptx?)$/i;

const longestTitle = 160;

export function shortened(title: string): string {
  if (title.length <= longestTitle) return title;
  const start = title.slice(0, longestTitle - 2).toWellFormed();
  const lastSpace = start.lastIndexOf(' ');
  return `${(lastSpace < 0 ? start : start.slice(0, lastSpace)).trimEnd()}…`;
}

/** Returns the title in the file's properties, unless a program filled it in. */
export function ownTitle(parts: ZipParts): string | undefined {
  const title = readCoreTitle(parts);
  return title === '' || meaninglessTitle.test(title) ? undefined : shortened(title);
}

const isShort = ({ text }: TextItem): boolean => text.length <= 90 && text.split(' ').length <= 14 && /\p{L}/u.test(text);

function topmostOf(texts: TextItem[]): TextItem | undefined {
  let topmost: TextItem | undefined;
  for (const item of texts)
    if (Number.isFinite(item.top ?? Number.NaN) && (topmost === undefined || (item.top ?? 0) < (topmost.top ?? 0))) topmost = item;
  return topmost;
}

/** Chooses a title for a slide without one: the short text in the largest letters, else the topmost, else the first. */
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

export const hasWord = (text: string): boolean => /\p{L}/u.test(text);

/** Returns the first text with words, or the header of a table. */
function firstWords(own: readonly Pick<Paragraph, 'kind' | 'text' | 'cells'>[]): string | undefined {
  const first = own.find(({ text }) => hasWord(text));
  return first?.cells ? first.cells.filter(hasWord).join(', ') : first?.text;
}

/** Returns a title for a slide without suitable text: a caption, words of a table, the section, or the previous slide's title. */
export function titleFromElsewhere(
  own: readonly Pick<Paragraph, 'kind' | 'text' | 'cells'>[],
  section: string | undefined,
  previous: string | undefined,
): string | undefined {
  return own.find(({ kind, text }) => kind === 'caption' && hasWord(text))?.text ?? firstWords(own) ?? section ?? previous;
}

export const untitled = (number: number): string => `Slide ${number}`;

const counted = '(?:chapter|lecture|lesson|unit|module|week|session|part|topic|class) ?(?:\\d{1,3}|[ivx]{1,5})';
/** A title that only counts, such as "Chapter 8". What is below it names the lecture. */
const countingTitle = new RegExp(`^${counted} ?[.:–-]?$`, 'i');
/** A line that counts and names: "Lesson 2: Data sharing", below the name of the whole course. */
const countedName = new RegExp(`^${counted} ?[.:–-] ?\\S`, 'i');

/** A title that is only its first line: "Environmental Context of". */
const openTitle = /(?:\b(?:of|and|or|the|an?|for|in|to|on|with|by|from|at|into)|[&,:–-])$/iu;

/** Returns a slide's title, with the next line if it would end within a phrase. */
function wholeTitle({ title, paragraphs }: Slide): string {
  if (!openTitle.test(title)) return title;
  const lines = paragraphs.filter(({ part, text }) => part === 'body' && hasWord(text));
  const next = lines[lines.findIndex(({ text }) => text === title) + 1];
  return next ? shortened(`${title} ${next.text}`) : title;
}

/**
 * Returns the title of the title slide: the first slide, if it has no points. File properties come second, because they often name the deck
 * that the file was copied from. The title of another slide is the last resort.
 */
export function titleOfDeck(slides: readonly Slide[], property: string | undefined): string | undefined {
  const [first] = slides;
  const isTitleSlide =
    first !== undefined &&
    !first.hidden &&
    !first.titleIsInferred &&
    hasWord(first.title) &&
    !meaninglessTitle.test(first.title) &&
    first.paragraphs.every(({ kind, part }) => kind !== 'bullet' || part === 'notes');
  if (!isTitleSlide) {
    const named = slides.find((slide) => !slide.hidden && slide.paragraphs.length > 0);
    return property ?? (named && wholeTitle(named));
  }
  const [below] = first.paragraphs.filter(({ kind, part, text }) => kind !== 'title' && part === 'body' && hasWord(text));
  const isNamedBelow = below !== undefined && (countingTitle.test(first.title) || countedName.test(below.text));
  return isNamedBelow ? shortened(`${first.title.replace(/[.:–-]$/, '').trimEnd()}: ${below.text}`) : wholeTitle(first);
}
