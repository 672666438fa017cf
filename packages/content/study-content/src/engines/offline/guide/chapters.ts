import type { Passage, Source } from '@lectern/contracts';
import { reasonOfTitle } from '../../../text/guideMaterial.ts';
import { isLecturersSummary } from '../../../text/titles.ts';
import { fold, upperFirst, wordCount } from '../../../text/words.ts';

/** A slide with the passages to include. */
export interface Slide {
  number: number;
  /** Without "(cont.)"; empty if the slide continues the previous one. */
  title: string;
  passages: readonly Passage[];
}

/** Maximum number of words on a divider slide besides its title: "Chapter 2", a subtitle. */
const maxOtherWords = 8;
/** Minimum number of sections of a chapter, and of chapters of a deck. */
const fewest = 2;

const isNote = ({ pointer }: Passage): boolean => pointer.kind === 'slide' && pointer.part === 'notes';

const chapterNumber =
  /^(?:chapter|part|module|unit|section|lesson|week|day|lecture|kapitel|teil|modul|chapitre|partie|capítulo|parte|módulo|unidad|장|챕터|제)\s?\d{1,3}\s?장?$/i;

/** The chapter name with the number on its slide: "Chapter 2: Valves". */
function numbered({ title, passages }: Slide): string {
  const number = passages.find(({ text }) => chapterNumber.test(text.trim()))?.text;
  return number === undefined ? title : `${upperFirst(number.trim().toLowerCase())}: ${title}`;
}

/** Finds divider slides: those with little more than a title, followed by several sections. */
function dividers(source: Source, slides: readonly Slide[]): Map<number, string> {
  const pictures = new Set(source.pictureSlides?.map(({ slide }) => slide));
  const candidates = slides.flatMap(({ number, title, passages }, at) => {
    const shown = passages.filter((passage) => !isNote(passage));
    const words = shown.reduce((sum, { text }) => sum + wordCount(text), 0);
    const isLine = shown.every(({ kind, pointer }) => kind !== 'row' && (pointer.kind !== 'slide' || pointer.part === 'body'));
    const isAlone = fold(title) !== fold(slides[at + 1]?.title ?? '') && fold(title) !== fold(slides[at - 1]?.title ?? '');
    return at > 0 && title !== '' && isLine && isAlone && words <= maxOtherWords && !pictures.has(number) ? [at] : [];
  });
  // The slide after a divider is the first section, even if it says little.
  const apart = candidates.filter((at, index) => candidates[index - 1] !== at - 1);
  const found = apart.filter((at, index) => {
    const below = slides.slice(at + 1, apart[index + 1]).map(({ title }) => fold(title));
    return new Set(below.filter(Boolean)).size >= fewest;
  });
  return new Map(found.length < fewest ? [] : found.map((at) => [at, numbered(slides[at] as Slide)]));
}

/** An agenda counts as the list of chapters if it has this many lines, and this share of them are slide titles. */
const agenda = { lines: 3, share: 0.8 } as const;

/** Finds the slides that the agenda names, in order. */
function agendaChapters(source: Source, slides: readonly Slide[]): Map<number, string> {
  const titled = source.passages.filter(({ kind, text }) => kind === 'title' && reasonOfTitle(text) === 'agenda');
  const numbers = new Set(titled.map(({ pointer }) => (pointer.kind === 'slide' ? pointer.slide : 0)));
  const lines = source.passages.filter(
    ({ pointer, kind, level }) =>
      pointer.kind === 'slide' && numbers.has(pointer.slide) && pointer.part !== 'notes' && kind !== 'title' && level === 0,
  );
  const found = new Map<number, string>();
  let from = 0;
  for (const { text } of lines) {
    const line = text.replace(/^\d+[.)]?\s+/, '');
    const at = slides.findIndex(({ title }, index) => index >= from && ` ${fold(title)} `.startsWith(` ${fold(line)} `));
    if (at < 0 || fold(line) === '') continue;
    found.set(at, numbered({ ...(slides[at] as Slide), title: line }));
    from = at + 1;
  }
  return found.size >= Math.max(agenda.lines, lines.length * agenda.share) ? found : new Map();
}

/** Splits a title such as "Heart failure: causes" into subject and part. */
function partsOfTitle(title: string): readonly [subject: string, part?: string] {
  const match = /^([^:–]{3,60}?)(?::| –) (\S.*)$/u.exec(title);
  return match?.[1] !== undefined && match[2] !== undefined ? [match[1], upperFirst(match[2])] : [title];
}

/** The path of headings of each slide. Titles with the same subject ("Heart failure: causes") are grouped below it. */
export function pathsOfSlides(source: Source, slides: readonly Slide[]): (readonly string[])[] {
  const starts = new Map([...agendaChapters(source, slides), ...dividers(source, slides)]);
  const summaries = slides.filter(({ title }) => isLecturersSummary(title));
  const chapters: string[] = [];
  for (const [at, { title }] of slides.entries()) {
    // The only summary of a deck is not part of its last chapter.
    const isOfDeck = summaries.length === 1 && isLecturersSummary(title);
    chapters.push(starts.get(at) ?? (isOfDeck ? '' : (chapters.at(-1) ?? '')));
  }
  const isSubject = (at: number, subject: string, chapter: string): boolean =>
    chapters[at] === chapter && fold(partsOfTitle(slides[at]?.title ?? '')[0]) === fold(subject);
  const paths: (readonly string[])[] = [];
  for (const [at, { title }] of slides.entries()) {
    const chapter = chapters[at] ?? '';
    const [subject, part] = partsOfTitle(title);
    const isShared = part !== undefined && (isSubject(at - 1, subject, chapter) || isSubject(at + 1, subject, chapter));
    const isOfTitle = at === 0 ? ` ${fold(source.title)} `.startsWith(` ${fold(title)} `) : fold(title) === fold(source.title);
    if (starts.has(at) && chapter !== '') paths.push(title === '' || fold(chapter).endsWith(fold(title)) ? [chapter] : [chapter, title]);
    else if (title === '') paths.push(paths.at(-1) ?? []);
    else if (isOfTitle) paths.push([]);
    else
      paths.push(
        [chapter, ...(isShared ? [subject, part] : [title])].filter(
          (name, index, all) => name !== '' && fold(name) !== fold(all[index - 1] ?? ''),
        ),
      );
  }
  return paths;
}
