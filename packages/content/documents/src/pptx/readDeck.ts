import { cleanText, isFilledRow, tableRow } from '../text/cleanText.ts';
import type { Deck, DeckPicture, Paragraph, Slide } from './deck.ts';
import { damaged, DocumentError, notAPresentation } from '../DocumentError.ts';
import { hasWord, inferTitle, ownTitle, shortened, titleFromElsewhere, titleOfDeck, untitled } from './titles.ts';
import { deckLimits } from '../ooxml/limits.ts';
import { SymbolReader } from '../ooxml/SymbolReader.ts';
import { type Relationships, relationshipsOf } from '../ooxml/relationships.ts';
import { joinBoxes } from './joinSentences.ts';
import { readChart } from './readChart.ts';
import { readSmartArt } from './readSmartArt.ts';
import { type Part, readXml } from '../ooxml/xml.ts';
import { readSlide } from './slide/readSlide.ts';
import { scaled } from './slide/Box.ts';
import type { SlideContent, TextItem } from './slide/SlideItem.ts';
import { withoutDecoration } from './withoutDecoration.ts';
import { type ZipParts, openZip } from '../ooxml/ZipParts.ts';

type NewParagraph = Omit<Paragraph, 'paragraph'>;

interface SlideList {
  /** Relationship ids in slide order. */
  relationships: string[];
  /** Section names by relationship id. */
  sections: Map<string, string>;
  /** In the units of the file. */
  size: { width: number; height: number } | undefined;
}

function readSlideList(part: Part): SlideList {
  const relationships: string[] = [];
  /** Sections refer to slides by number. */
  const byNumber = new Map<string, string>();
  const sections = new Map<string, string>();
  let section: string | undefined;
  let isPresentation = false;
  let size: SlideList['size'];
  readXml(part, {
    open: (element) => {
      if (element.name === 'presentation') isPresentation = true;
      else if (element.name === 'sldSz') size = { width: Number(element.attribute('cx')), height: Number(element.attribute('cy')) };
      else if (element.name === 'section') section = cleanText(element.attribute('name') ?? '');
      else if (element.name === 'sldId') {
        const number = element.attribute('id') ?? '';
        if (section === undefined) {
          const relationship = element.qualified('id') ?? '';
          relationships.push(relationship);
          byNumber.set(number, relationship);
        } else if (section !== '') sections.set(byNumber.get(number) ?? '', section);
      }
    },
    close: (name) => {
      if (name === 'section') section = undefined;
    },
  });
  if (!isPresentation) throw notAPresentation();
  return { relationships, sections, size: size && size.width > 0 && size.height > 0 ? size : undefined };
}

function rowParagraphs(part: 'table' | 'chart', rows: string[][], table: number, shape: number): NewParagraph[] {
  return rows.flatMap((cells, row) => (isFilledRow(cells) ? [{ part, ...tableRow(cells, table, row), shape }] : []));
}

interface Reading {
  parts: ZipParts;
  tables: number;
  symbols: SymbolReader;
  /** Placeholder types by `idx`, by the name of the layout or master. */
  placeholders: Map<string, Map<string, string>>;
  slideSize: SlideList['size'];
  /** Fingerprints of what layouts and their masters show, by layout name. */
  layoutPictures: Map<string, ReadonlySet<string>>;
}

function readPart(reading: Reading, relationships: Relationships, id: string): Part | undefined {
  const target = relationships.byId.get(id);
  return target === undefined ? undefined : reading.parts.read(target);
}

function readPlaceholders(reading: Reading, name: string): Map<string, string> {
  const known = reading.placeholders.get(name);
  if (known) return known;
  const types = new Map<string, string>();
  reading.placeholders.set(name, types);
  const part = reading.parts.read(name);
  if (!part) return types;
  readXml(part, {
    open: (element) => {
      const type = element.name === 'ph' ? element.attribute('type') : undefined;
      if (type !== undefined) types.set(element.attribute('idx') ?? '0', type);
    },
  });
  return types;
}

/**
 * Returns the type of a placeholder that only has an `idx`, from its layout. The master numbers its own placeholders differently, except
 * for the title, which is 0 in both.
 */
function inheritedType(reading: Reading, relationships: Relationships, index: string): string {
  const layout = relationships.byType.get('slideLayout');
  if (layout === undefined) return '';
  const own = readPlaceholders(reading, layout).get(index);
  if (own !== undefined || index !== '0') return own ?? '';
  const master = relationshipsOf(reading.parts, layout).byType.get('slideMaster');
  return (master === undefined ? undefined : readPlaceholders(reading, master).get(index)) ?? '';
}

function readNotes(reading: Reading, name: string): NewParagraph[] {
  const part = reading.parts.read(name);
  if (!part) return [];
  const typeOf = (index: string): string => {
    const master = relationshipsOf(reading.parts, name).byType.get('notesMaster');
    return (master === undefined ? undefined : readPlaceholders(reading, master).get(index)) ?? '';
  };
  return readSlide(part, 'notes', typeOf, reading.symbols).items.flatMap((item): NewParagraph[] =>
    item.type === 'text' ? [{ part: 'notes', ...textOf(item) }] : [],
  );
}

const textOf = ({ kind, level, text, isNumbered }: TextItem): Pick<Paragraph, 'kind' | 'level' | 'text' | 'isNumbered'> => ({
  kind,
  level,
  text,
  ...(isNumbered === true && { isNumbered }),
});

function paragraphsOf(reading: Reading, content: SlideContent, relationships: Relationships): NewParagraph[] {
  return content.items.flatMap((item): NewParagraph[] => {
    const { shape } = item;
    switch (item.type) {
      case 'text':
        return [{ part: 'body', ...textOf(item), shape }];
      case 'alt':
        return [{ part: 'alt', kind: 'caption', level: 0, text: item.text, shape }];
      case 'table':
        reading.tables += 1;
        return rowParagraphs('table', item.rows, reading.tables, shape);
      case 'chart': {
        const part = readPart(reading, relationships, item.relationship);
        if (!part) return [];
        const { captions, tables } = readChart(part);
        const rows = tables.flatMap((table) => {
          reading.tables += 1;
          return rowParagraphs('chart', table, reading.tables, shape);
        });
        return [...captions.map((text): NewParagraph => ({ part: 'chart', kind: 'caption', level: 0, text, shape })), ...rows];
      }
      case 'smartart': {
        const part = readPart(reading, relationships, item.relationship);
        return part
          ? readSmartArt(part, reading.symbols).map(({ level, text }) => ({ part: 'smartart', kind: 'bullet', level, text, shape }))
          : [];
      }
    }
  });
}

/** Returns the pictures of a slide's layout and master, which are decoration. */
function layoutPictures(reading: Reading, layout: string | undefined): ReadonlySet<string> {
  if (layout === undefined) return new Set();
  const known = reading.layoutPictures.get(layout);
  if (known) return known;
  const ofLayout = relationshipsOf(reading.parts, layout);
  const master = ofLayout.byType.get('slideMaster');
  const ofMaster = master === undefined ? undefined : relationshipsOf(reading.parts, master);
  const targets = [...ofLayout.byId.values(), ...(ofMaster?.byId.values() ?? [])];
  const pictures = new Set(targets.flatMap((target) => reading.parts.fingerprint(target) ?? []));
  reading.layoutPictures.set(layout, pictures);
  return pictures;
}

/** Returns a slide's own pictures, each file once. An alternative text in one place applies to all. */
function ownPictures(reading: Reading, content: SlideContent, relationships: Relationships): DeckPicture[] {
  const decorations = layoutPictures(reading, relationships.byType.get('slideLayout'));
  const own = new Map<string, DeckPicture>();
  for (const { relationship, box, ...picture } of content.shown) {
    const part = relationships.byId.get(relationship);
    const fingerprint = part === undefined ? undefined : reading.parts.fingerprint(part);
    if (part === undefined || fingerprint === undefined || decorations.has(fingerprint)) continue;
    const known = own.get(fingerprint);
    const boxInSlide = box && reading.slideSize && scaled(box, reading.slideSize);
    if (!known) own.set(fingerprint, { part, ...picture, ...(boxInSlide && { box: boxInSlide }) });
    else known.description ||= picture.description;
  }
  return [...own.values()];
}

function numbered(paragraphs: NewParagraph[]): Paragraph[] {
  const counts = new Map<string, number>();
  return paragraphs.map(({ part, ...rest }) => {
    const paragraph = (counts.get(part) ?? 0) + 1;
    counts.set(part, paragraph);
    return { part, paragraph, ...rest };
  });
}

interface Place {
  number: number;
  section: string | undefined;
  /** Undefined if the previous slide has none either. */
  previousTitle: string | undefined;
}

function readOneSlide(reading: Reading, name: string, { number, section, previousTitle }: Place): Slide {
  const part = reading.parts.read(name);
  if (!part) throw damaged();
  const relationships = relationshipsOf(reading.parts, name);
  const read = readSlide(part, 'slide', (index) => inheritedType(reading, relationships, index), reading.symbols);
  // Part of a sentence is no title, so the parts are joined first.
  const content = { ...read, items: joinBoxes(read.items) };
  // Found by relationship, not by number: in a third of real decks they differ.
  const notesName = relationships.byType.get('notesSlide');
  const inferred = content.title === '' ? inferTitle(content.items) : undefined;
  if (inferred) inferred.kind = 'title';
  const own = paragraphsOf(reading, content, relationships);
  const notes = notesName === undefined ? [] : readNotes(reading, notesName);
  // The title comes first, wherever it is on the slide.
  const ordered = [...own.filter(({ kind }) => kind === 'title'), ...own.filter(({ kind }) => kind !== 'title'), ...notes];
  const ownTitle = content.title === '' ? inferred?.text : content.title;
  const title = ownTitle ?? titleFromElsewhere(own, section, previousTitle);
  return {
    number,
    hidden: content.hidden,
    ...(section !== undefined && { section }),
    title: title === undefined ? untitled(number) : shortened(title),
    titleIsInferred: content.title === '',
    paragraphs: numbered(ordered),
    pictures: content.pictures,
    pictureOnly:
      content.pictures > 0 &&
      own.every(({ kind, part: place, text }) => kind === 'title' || place === 'alt' || (place === 'body' && !hasWord(text))),
    shown: ownPictures(reading, content, relationships),
    footers: content.footers,
  };
}

/** CPU time of this thread in milliseconds. Wall-clock time would refuse good files on a busy machine. */
export const workedMilliseconds = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/**
 * Reads a .pptx file: all slides in order with text, tables, charts, SmartArt and notes. Leaves out comments; links become their text.
 *
 * @param bytes - At most 50 MB.
 * @param now - A clock in milliseconds that limits reading.
 * @throws DocumentError
 */
export async function readDeck(bytes: Uint8Array, now: () => number = workedMilliseconds): Promise<Deck> {
  const parts = await openZip(bytes, deckLimits, now);
  const main = relationshipsOf(parts, '').byType.get('officeDocument');
  if (main === undefined) throw notAPresentation();
  const presentation = parts.read(main);
  if (!presentation) throw damaged();
  const list = readSlideList(presentation);
  if (list.relationships.length > deckLimits.slides) throw new DocumentError('too-many-parts', 'This presentation has too many slides.');
  const targets = relationshipsOf(parts, main).byId;
  const symbols = new SymbolReader();
  const reading: Reading = { parts, tables: 0, symbols, placeholders: new Map(), slideSize: list.size, layoutPictures: new Map() };
  const slides: Slide[] = [];
  let letters = 0;
  for (const id of list.relationships) {
    const target = targets.get(id);
    if (target === undefined) throw damaged();
    const before = slides.at(-1);
    const previousTitle = before?.title === untitled(slides.length) ? undefined : before?.title;
    const slide = readOneSlide(reading, target, { number: slides.length + 1, section: list.sections.get(id), previousTitle });
    letters += slide.paragraphs.reduce((sum, { text }) => sum + text.length, 0);
    if (letters > deckLimits.letters)
      throw new DocumentError('too-large', 'This presentation has too much text to read in one go. Split it into several and try again.');
    slides.push(slide);
    // Lets the process do other work during a long deck.
    if (slides.length % 25 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const title = titleOfDeck(slides, ownTitle(parts));
  const shown = withoutDecoration(slides, ({ part }) => parts.fingerprint(part));
  return {
    ...(title !== undefined && { title }),
    slides: shown,
    ...(symbols.unread > 0 && { unreadSymbols: symbols.unread }),
  };
}
