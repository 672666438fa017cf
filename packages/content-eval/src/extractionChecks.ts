import { placeOf, type Passage } from '@lectern/contracts';
import { none, share, type Check, type Finding, type Subject } from './check.ts';
import type { EvaluatedDeck } from './evaluateDeck.ts';
import type { RawSlide } from './readRawDeck.ts';
import { passageAt } from './places.ts';
import { distinctCards, distinctQuestions } from './subjects.ts';
import { folded, shorten, words } from './text.ts';

interface Page {
  raw: RawSlide;
  number: number;
  passages: Passage[];
}

const slides = (deck: EvaluatedDeck): Subject<Page>[] =>
  (deck.raw ?? []).map((raw, index) => ({
    item: `slide ${index + 1}`,
    deck,
    of: {
      raw,
      number: index + 1,
      passages: deck.source.passages.filter(({ pointer }) => pointer.kind === 'slide' && pointer.slide === index + 1),
    },
  }));

/** Words of the one that are missing in the other, counted with repetitions. */
function missingWords(wanted: readonly string[], found: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const word of found.flatMap(words)) left.set(word, (left.get(word) ?? 0) + 1);
  return wanted.flatMap(words).filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}

const isPart =
  (part: string) =>
  ({ pointer }: Passage): boolean =>
    pointer.kind === 'slide' && pointer.part === part;
const textsOf = (passages: readonly Passage[]): string[] => passages.map(({ cells, text }) => cells?.join(' ') ?? text);
const notNotes = (passages: readonly Passage[]): Passage[] => passages.filter((passage) => !isPart('notes')(passage));

function cellFault({ raw, passages }: Page): string | undefined {
  const rows = passages.filter(isPart('table'));
  const tables = [...new Set(rows.map(({ table }) => table))].map((table) =>
    rows.filter((row) => row.table === table).map(({ cells }) => cells ?? []),
  );
  const key = (table: string[][]): string =>
    table
      .map((cells) =>
        cells
          .map(folded)
          .join('|')
          .replace(/(?<!\|)\|+$/, ''),
      )
      .filter((row) => row !== '')
      .join('\n');
  const kept = new Set(tables.map(key));
  const lost = raw.tables.filter((table) => key(table) !== '' && !kept.has(key(table)));
  return lost.length === 0 ? undefined : `a table of ${lost[0]?.length ?? 0} rows has other cells`;
}

/** Whether a passage is boilerplate: a line that repeats on many slides, or a licence line. */
function isIdleLine(passage: Passage | undefined, { source }: EvaluatedDeck): boolean {
  if (!passage || passage.pointer.kind !== 'slide') return false;
  const key = folded(passage.text);
  if (key === '' || /^\d+$/.test(key)) return true;
  // A sentence about copyright may be a fact of a law deck; a copyright notice is not.
  if (
    /^(©|\(c\) ?\d|copyright (©|\(c\)|\d{4})|all rights reserved)|^(this (work|presentation|deck) is )?licen[cs]ed under (a |the )?(cc|creative)/i.test(
      passage.text.trim(),
    )
  )
    return true;
  const seen = new Set(
    source.passages.filter(({ text, kind }) => kind !== 'row' && folded(text) === key).map(({ pointer }) => placeOf(pointer)),
  );
  return seen.size >= 4 && passage.kind !== 'row';
}

/** Checks of what was read from a deck, against a second reader of the file. */
export const extractionChecks: Check[] = [
  {
    id: 'words-extracted',
    title: 'words of slides and notes that were read',
    hard: true,
    unit: 'percent',
    measure: (decks) => {
      let all = 0;
      let lost = 0;
      const findings: Finding[] = [];
      for (const { item, deck, of } of decks.flatMap(slides)) {
        const wanted = [...of.raw.texts, ...of.raw.notes];
        const missing = missingWords(wanted, textsOf(of.passages));
        all += wanted.flatMap(words).length;
        lost += missing.length;
        if (missing.length > 0) findings.push({ deck: deck.name, item, text: `lacks ${shorten(missing.join(' '))}` });
      }
      return { value: all === 0 ? undefined : 1 - lost / all, n: all, bound: { least: 0.99 }, findings };
    },
  },
  none(
    { id: 'notes-matched', title: 'notes on the right slide', hard: true },
    (deck) => slides(deck).filter(({ of }) => of.raw.notes.flatMap(words).length > 0),
    ({ raw, passages }) => {
      const missing = missingWords(raw.notes, textsOf(passages.filter(isPart('notes'))));
      return missing.length <= raw.notes.flatMap(words).length * 0.1 ? undefined : `lacks ${shorten(missing.join(' '))}`;
    },
  ),
  none(
    { id: 'slide-order', title: 'slides in the presentation’s order, hidden ones marked' },
    slides,
    ({ raw, number, passages }, deck) => {
      if (deck.deck && deck.deck.slides.length !== deck.raw?.length)
        return `${deck.deck.slides.length} slides instead of ${deck.raw?.length ?? 0}`;
      if (deck.deck && deck.deck.slides[number - 1]?.hidden !== raw.isHidden) return raw.isHidden ? 'is hidden' : 'is not hidden';
      const missing = missingWords(raw.texts, textsOf(notNotes(passages)));
      return missing.length <= raw.texts.flatMap(words).length * 0.2 ? undefined : 'is another slide';
    },
  ),
  share(
    { id: 'table-cells', title: 'tables with every cell in its row and column', of: 'good', bounds: { least: 1 } },
    (deck) => slides(deck).filter(({ of }) => of.raw.tables.length > 0),
    cellFault,
  ),
  share(
    { id: 'slide-titles', title: 'slides with a sensible title', of: 'good', bounds: { least: 0.9 } },
    (deck) => slides(deck).filter(({ of }) => of.raw.texts.length > 0),
    ({ number }, deck) => {
      const title = deck.deck?.slides[number - 1]?.title ?? '';
      return /\p{L}/u.test(title) && title.length <= 200 && !/^(slide|folie) ?\d*$/i.test(title) ? undefined : `“${shorten(title)}”`;
    },
  ),
  none(
    { id: 'pictures-listed', title: 'slides with pictures alone that are not listed' },
    (deck) => slides(deck).filter(({ of }) => of.raw.isPictureOnly),
    ({ number }, { source }) => (source.pictureSlides?.some(({ slide }) => slide === number) ? undefined : 'is not listed'),
  ),
  none(
    { id: 'no-boilerplate', title: 'items that cite footers, numbers or licence lines' },
    (deck) => [
      ...distinctQuestions(deck).map(({ item, of }) => ({ item, deck, of: of.draft.source })),
      ...distinctCards(deck).map(({ item, of }) => ({ item, deck, of: of.card.source })),
    ],
    ({ pointer, quote }, deck) => (isIdleLine(passageAt(deck.source, pointer), deck) ? shorten(quote) : undefined),
  ),
];
