import type { Passage, Source } from '@lectern/contracts';
import { reasonOfTitle } from '../../../text/omissions.ts';
import { isLecturersSummary } from '../../../text/summaryTitles.ts';
import { fold, upperFirst, wordCount } from '../../../text/words.ts';

/** A slide that a guide tells. */
export interface Slide {
  number: number;
  /** Without "(cont.)"; empty if the slide continues the one before. */
  title: string;
  passages: readonly Passage[];
}

/** The most words that a slide between two chapters has beside its title: "Chapter 2", a subtitle. */
const mostWordsBetween = 8;
/** A chapter has at least this many sections, and a deck at least this many chapters. */
const fewest = 2;

const isNote = ({ pointer }: Passage): boolean => pointer.kind === 'slide' && pointer.part === 'notes';

const chapterNumber =
  /^(?:chapter|part|module|unit|section|lesson|week|day|lecture|kapitel|teil|modul|chapitre|partie|capítulo|parte|módulo|unidad|장|챕터|제)\s?\d{1,3}\s?장?$/i;

/** The name of a chapter with the number that its slide shows: "Chapter 2: Valves". */
function numbered({ title, passages }: Slide): string {
  const number = passages.find(({ text }) => chapterNumber.test(text.trim()))?.text;
  return number === undefined ? title : `${upperFirst(number.trim().toLowerCase())}: ${title}`;
}

/** The slides that say little but their title, if several sections follow each: they begin chapters. */
function dividers(source: Source, slides: readonly Slide[]): Map<number, string> {
  const pictures = new Set(source.pictureSlides?.map(({ slide }) => slide));
  const candidates = slides.flatMap(({ number, title, passages }, at) => {
    const shown = passages.filter((passage) => !isNote(passage));
    const words = shown.reduce((sum, { text }) => sum + wordCount(text), 0);
    const isLine = shown.every(({ kind, pointer }) => kind !== 'row' && (pointer.kind !== 'slide' || pointer.part === 'body'));
    const isAlone = fold(title) !== fold(slides[at + 1]?.title ?? '') && fold(title) !== fold(slides[at - 1]?.title ?? '');
    return at > 0 && title !== '' && isLine && isAlone && words <= mostWordsBetween && !pictures.has(number) ? [at] : [];
  });
  // What follows a slide between chapters is the first section, though it says little.
  const apart = candidates.filter((at, index) => candidates[index - 1] !== at - 1);
  const found = apart.filter((at, index) => {
    const below = slides.slice(at + 1, apart[index + 1]).map(({ title }) => fold(title));
    return new Set(below.filter(Boolean)).size >= fewest;
  });
  return new Map(found.length < fewest ? [] : found.map((at) => [at, numbered(slides[at] as Slide)]));
}

/** An agenda divides a deck if it has this many lines, of which this share are titles of slides. */
const agenda = { lines: 3, share: 0.8 } as const;

/** The slides that the lines of the agenda name, in its order. */
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

/** "Heart failure: causes" is about heart failure, and its part about causes. */
function partsOfTitle(title: string): readonly [subject: string, part?: string] {
  const match = /^([^:–]{3,60}?)(?::| –) (\S.*)$/u.exec(title);
  return match?.[1] !== undefined && match[2] !== undefined ? [match[1], upperFirst(match[2])] : [title];
}

/**
 * The headings that each slide stands under, from its chapter down. Chapters begin at the lines of the agenda and at slides with a title and little
 * else; slides whose titles begin alike ("Heart failure: causes", "Heart failure: signs") stand below what they begin with.
 */
export function pathsOfSlides(source: Source, slides: readonly Slide[]): (readonly string[])[] {
  const starts = new Map([...agendaChapters(source, slides), ...dividers(source, slides)]);
  const summaries = slides.filter(({ title }) => isLecturersSummary(title));
  const chapters: string[] = [];
  for (const [at, { title }] of slides.entries()) {
    // One summary of a deck is no part of its last chapter.
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
