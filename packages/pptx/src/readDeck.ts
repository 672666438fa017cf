import { cleanText } from './cleanText.ts';
import type { Deck, Paragraph, Slide } from './deck.ts';
import { DeckError, damaged } from './DeckError.ts';
import { inferTitle } from './inferTitle.ts';
import { deckLimits } from './limits.ts';
import { readChart } from './readChart.ts';
import type { SlideContent } from './readSlide.ts';
import { readSlide } from './readSlide.ts';
import { readSmartArt } from './readSmartArt.ts';
import type { Relationship } from './relationships.ts';
import { relationshipsOf } from './relationships.ts';
import { readXml } from './xml.ts';
import type { ZipParts } from './ZipParts.ts';
import { openZip } from './ZipParts.ts';

type NewParagraph = Omit<Paragraph, 'paragraph'>;

const meaninglessTitle =
  /^(powerpoint[- ]pr[aä]senta.*|powerpoint presentation|pptxgenjs presentation|presentation\d*|untitled.*|slide ?\d+|title|microsoft powerpoint.*|.*\.pptx?)$/i;

function readSlideList(bytes: Uint8Array): string[] {
  const ids: string[] = [];
  let isPresentation = false;
  readXml(bytes, {
    open: (element) => {
      if (element.name === 'presentation') isPresentation = true;
      if (element.name === 'sldId') ids.push(element.qualified('id') ?? '');
    },
    close: () => undefined,
  });
  if (!isPresentation) throw new DeckError('not-a-presentation', 'This file is not a .pptx presentation.');
  return ids;
}

function readCoreTitle(parts: ZipParts): string | undefined {
  const part = relationshipsOf(parts, '').find((relationship) => relationship.type === 'core-properties')?.target;
  const bytes = part === undefined ? undefined : parts.read(part);
  if (!bytes) return undefined;
  let title = '';
  let inTitle = false;
  readXml(bytes, {
    open: (element) => {
      inTitle = element.name === 'title';
    },
    text: (text) => {
      if (inTitle) title += text;
    },
    close: () => {
      inTitle = false;
    },
  });
  const cleaned = cleanText(title);
  return cleaned === '' || meaninglessTitle.test(cleaned) ? undefined : cleaned;
}

/** Rows of a table or a chart, with the deck's running number for it. */
function rowParagraphs(part: 'table' | 'chart', rows: string[][], table: number): NewParagraph[] {
  return rows.flatMap((cells, row) => {
    const text = cells.filter((cell) => cell !== '').join(' | ');
    return text === '' ? [] : [{ part, kind: 'row' as const, level: 0, text, cells, table, row }];
  });
}

interface Reading {
  parts: ZipParts;
  tables: number;
}

function readPart(reading: Reading, relationships: Relationship[], id: string): Uint8Array | undefined {
  const target = relationships.find((relationship) => relationship.id === id)?.target;
  return target === undefined ? undefined : reading.parts.read(target);
}

function paragraphsOf(reading: Reading, content: SlideContent, relationships: Relationship[]): NewParagraph[] {
  return content.items.flatMap((item): NewParagraph[] => {
    switch (item.type) {
      case 'text':
        return [{ part: 'body', kind: item.kind, level: item.level, text: item.text }];
      case 'alt':
        return [{ part: 'alt', kind: 'caption', level: 0, text: item.text }];
      case 'table':
        reading.tables += 1;
        return rowParagraphs('table', item.rows, reading.tables);
      case 'chart': {
        const bytes = readPart(reading, relationships, item.relationship);
        if (!bytes) return [];
        const chart = readChart(bytes);
        const captions = chart.captions.map((text): NewParagraph => ({ part: 'chart', kind: 'caption', level: 0, text }));
        if (chart.rows.length > 0) reading.tables += 1;
        return [...captions, ...rowParagraphs('chart', chart.rows, reading.tables)];
      }
      case 'smartart': {
        const bytes = readPart(reading, relationships, item.relationship);
        return bytes ? readSmartArt(bytes).map(({ level, text }) => ({ part: 'smartart', kind: 'bullet', level, text })) : [];
      }
    }
  });
}

function numbered(paragraphs: NewParagraph[]): Paragraph[] {
  const counts = new Map<string, number>();
  return paragraphs.map(({ part, ...rest }) => {
    const paragraph = (counts.get(part) ?? 0) + 1;
    counts.set(part, paragraph);
    return { part, paragraph, ...rest };
  });
}

function readOneSlide(reading: Reading, part: string, number: number): Slide {
  const bytes = reading.parts.read(part);
  if (!bytes) throw damaged();
  const content = readSlide(bytes, 'slide');
  const relationships = relationshipsOf(reading.parts, part);
  // By relationship and never by number: in a third of real decks the notes part is numbered unlike its slide.
  const notesPart = relationships.find((relationship) => relationship.type === 'notesSlide')?.target;
  const notesBytes = notesPart === undefined ? undefined : reading.parts.read(notesPart);
  const inferred = content.title === '' ? inferTitle(content.items) : undefined;
  if (inferred) inferred.kind = 'title';
  const own = paragraphsOf(reading, content, relationships);
  const notes = notesBytes
    ? readSlide(notesBytes, 'notes').items.flatMap((item): NewParagraph[] =>
        item.type === 'text' ? [{ part: 'notes', kind: item.kind, level: item.level, text: item.text }] : [],
      )
    : [];
  // The title leads wherever it is drawn.
  const ordered = [...own.filter(({ kind }) => kind === 'title'), ...own.filter(({ kind }) => kind !== 'title'), ...notes];
  const title =
    content.title === ''
      ? (inferred?.text ?? own.find(({ kind }) => kind === 'caption')?.text ?? own[0]?.text ?? `Slide ${number}`)
      : content.title;
  return {
    number,
    hidden: content.hidden,
    title: title.length > 160 ? `${title.slice(0, 157).trimEnd()}…` : title,
    titleIsInferred: content.title === '',
    paragraphs: numbered(ordered),
    pictures: content.pictures,
    pictureOnly: content.pictures > 0 && own.every(({ kind, part: place }) => kind === 'title' || place === 'alt'),
  };
}

/**
 * Reads a .pptx file: every slide in the presentation's order with its text, tables, charts, SmartArt and notes.
 *
 * @param bytes The file, at most 50 MB; limits on what is inside are checked here (contract, section 2).
 * @throws DeckError with a code that tells why the file cannot be read.
 */
export async function readDeck(bytes: Uint8Array): Promise<Deck> {
  const parts = openZip(bytes, deckLimits);
  const main = relationshipsOf(parts, '').find((relationship) => relationship.type === 'officeDocument')?.target;
  if (main === undefined) throw new DeckError('not-a-presentation', 'This file is not a .pptx presentation.');
  const presentation = parts.read(main);
  if (!presentation) throw damaged();
  const ids = readSlideList(presentation);
  if (ids.length > deckLimits.slides) throw new DeckError('too-many-parts', 'This presentation has too many slides.');
  const relationships = relationshipsOf(parts, main);
  const reading: Reading = { parts, tables: 0 };
  const slides: Slide[] = [];
  for (const id of ids) {
    const target = relationships.find((relationship) => relationship.id === id)?.target;
    if (target === undefined) throw damaged();
    slides.push(readOneSlide(reading, target, slides.length + 1));
    // Lets timers and other work of the process in between the slides of a long deck.
    if (slides.length % 25 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const title = readCoreTitle(parts) ?? slides.find((slide) => !slide.hidden && slide.paragraphs.length > 0)?.title;
  return title === undefined ? { slides } : { title, slides };
}
