import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { forMathJax } from '@lectern/contracts/formulas';
import { escapeXml } from '../xml.ts';
import type { AnkiCard, AnkiDeck, AnkiPicture, AnkiReview } from './AnkiDeck.ts';
import { ankiNamesOf, pathOfTitle } from '../deckPath.ts';
import {
  dayMs,
  deckOptions,
  decks,
  fieldSeparator,
  noteTypeIds,
  noteTypes,
  schema,
  secondMs,
  settings,
  suspendedQueue,
} from './ankiCollection.ts';

/** Anki's `type` and `queue` of a card. */
const stateNumber = { learning: 1, review: 2, relearning: 3 } as const;
const newCard = 0;
/** Learning and relearning cards share a queue. */
const learningQueue = 1;

/** Derives an id from a text: a whole number from 10¹² to 2 · 10¹². */
const numberFor = (text: string): number =>
  1e12 + (Number.parseInt(createHash('sha256').update(text).digest('hex').slice(0, 12), 16) % 1e12);

/** Returns a function that gives each text its own number. */
const uniqueNumbers = (): ((text: string) => number) => {
  const used = new Set<number>();
  return (text) => {
    let number = numberFor(text);
    while (used.has(number)) number += 1;
    used.add(number);
    return number;
  };
};

/** Brackets that Anki would interpret as a sound, formula or mark. */
const ankiMark = /\[(?=\/?(?:sound:|latex\]|\$|anki:))/gi;

/** Escapes a text for a field, which is HTML. */
const asWords = (text: string): string => escapeXml(text.replaceAll(fieldSeparator, ' ')).replace(ankiMark, '&#91;');

const asAttribute = (text: string): string => asWords(text).replace(/\s+/g, ' ');

/** Converts formulas to Anki's notation. */
const asHtml = (text: string): string => asWords(forMathJax(text)).replace(/\r\n?|\n/g, '<br>');

const pictureHtml = ({ fileName, alt, bytes }: AnkiPicture): string =>
  bytes ? `<img src="${escapeXml(fileName)}" alt="${asAttribute(alt)}">` : `<div>(${asHtml(alt)})</div>`;

const picturesHtml = (pictures: readonly AnkiPicture[], of: AnkiPicture['side']): string =>
  pictures
    .filter(({ side }) => side === of)
    .map(pictureHtml)
    .join('');

const fieldsOf = ({ front, back, source, pictures, hint }: AnkiCard): [front: string, ...others: string[]] => [
  asHtml(front) + picturesHtml(pictures, 'front'),
  asHtml(back) + picturesHtml(pictures, 'back'),
  asHtml(source) + picturesHtml(pictures, undefined),
  ...(hint === undefined ? [] : [asHtml(hint)]),
];

const noteTypeOf = ({ hint }: AnkiCard): number => (hint === undefined ? noteTypeIds.plain : noteTypeIds.hinted);

/** Anki finds equal first fields by this number. */
const checksumOf = (firstField: string): number => Number.parseInt(createHash('sha1').update(firstField).digest('hex').slice(0, 8), 16);

/** Tags have no spaces. The list begins and ends with one. */
const tagList = (tags: readonly string[]): string =>
  tags.length === 0 ? '' : ` ${tags.map((tag) => tag.trim().replace(/\s+/g, '_')).join(' ')} `;

/** Returns day 0 at 4:00 UTC, before every review and due time. */
const dayZeroOf = ({ cards }: AnkiDeck, now: Date): number => {
  const times = cards.flatMap(({ schedule, reviews }) => [
    schedule?.due.getTime() ?? now.getTime(),
    reviews[0]?.at.getTime() ?? now.getTime(),
  ]);
  return Math.floor(Math.min(now.getTime(), ...times) / dayMs) * dayMs - dayMs + 4 * 3_600 * secondMs;
};

const dueColumns = ({ schedule, isSuspended, reviews }: AnkiCard, position: number, dayZero: number) => {
  if (!schedule) return { type: newCard, queue: isSuspended ? suspendedQueue : newCard, due: position, ivl: 0 };
  const last = reviews.at(-1)?.at ?? schedule.due;
  const type = stateNumber[schedule.state];
  const isDaily = schedule.state === 'review';
  return {
    type,
    queue: isSuspended ? suspendedQueue : isDaily ? type : learningQueue,
    // Days begin at different times in each time zone; the following noon is on the same day in all of them.
    due: isDaily ? Math.floor((schedule.due.getTime() + dayMs / 2 - dayZero) / dayMs) : Math.floor(schedule.due.getTime() / secondMs),
    ivl: isDaily ? Math.max(1, Math.round((schedule.due.getTime() - last.getTime()) / dayMs)) : 0,
  };
};

/** Writes FSRS's memory state, and the card's position before its first review. */
const memoryOf = ({ schedule, reviews }: AnkiCard, position: number, desiredRetention: number): string =>
  schedule
    ? JSON.stringify({
        pos: position,
        s: Number(schedule.stability.toFixed(4)),
        d: Number(schedule.difficulty.toFixed(3)),
        dr: Number(desiredRetention.toFixed(2)),
        ...(reviews.length > 0 && { lrt: Math.floor((reviews.at(-1)?.at.getTime() ?? 0) / secondMs) }),
      })
    : '';

/** Returns the interval after a review: days, or negative seconds if shorter than a day. */
const intervalAfter = (review: AnkiReview, next: Date | undefined): number => {
  const gap = next === undefined ? 0 : next.getTime() - review.at.getTime();
  return gap >= dayMs ? Math.round(gap / dayMs) : -Math.max(1, Math.round(gap / secondMs));
};

/** 0 learning, 1 review, 2 relearning. */
const kindOf = (review: AnkiReview, before: AnkiReview | undefined): number => {
  if (!before) return 0;
  if (review.at.getTime() - before.at.getTime() >= dayMs) return 1;
  return before.ease === 1 ? 2 : 0;
};

const writeReviews = (database: DatabaseSync, card: AnkiCard, cardId: number, uniqueTime: (at: number) => number): void => {
  const insert = database.prepare('INSERT INTO revlog VALUES (?, ?, -1, ?, ?, ?, 0, ?, ?)');
  let lastInterval = 0;
  card.reviews.forEach((review, index) => {
    const interval = intervalAfter(review, card.reviews[index + 1]?.at ?? card.schedule?.due);
    const kind = kindOf(review, card.reviews[index - 1]);
    insert.run(uniqueTime(review.at.getTime()), cardId, review.ease, interval, lastInterval, Math.round(review.durationMs), kind);
    lastInterval = interval;
  });
};

/** Returns a function that makes review times unique. A review's id is its time in milliseconds. */
const uniqueTimes = (): ((at: number) => number) => {
  const used = new Set<number>();
  return (at) => {
    let time = at;
    while (used.has(time)) time += 1;
    used.add(time);
    return time;
  };
};

/** Returns the deck and its parents by id. Anki tells decks of packages apart by name. */
const namedDecks = ({ title, path }: AnkiDeck, id: number): Map<number, string> => {
  const names = ankiNamesOf(path ?? pathOfTitle(title));
  return new Map(names.map((name, index) => [index === names.length - 1 ? id : numberFor(`deck name ${name}`), name]));
};

const fill = (database: DatabaseSync, deck: AnkiDeck, now: Date): void => {
  const modified = Math.floor(now.getTime() / secondMs);
  const dayZero = dayZeroOf(deck, now);
  const deckId = numberFor(`deck ${deck.id}`);
  const json = (value: unknown): string => JSON.stringify(value);
  database
    .prepare('INSERT INTO col VALUES (1, ?, ?, ?, 11, 0, 0, 0, ?, ?, ?, ?, ?)')
    .run(
      Math.floor(dayZero / secondMs),
      now.getTime(),
      now.getTime(),
      json(settings(deckId, deck.cards.length)),
      json(noteTypes(new Set([noteTypeIds.plain, ...deck.cards.map(noteTypeOf)]), deckId, modified)),
      json(decks(namedDecks(deck, deckId), modified)),
      json(deckOptions),
      '{}',
    );
  const insertNote = database.prepare("INSERT INTO notes VALUES (?, ?, ?, ?, -1, ?, ?, ?, ?, 0, '')");
  const insertCard = database.prepare('INSERT INTO cards VALUES (?, ?, ?, 0, ?, -1, ?, ?, ?, ?, 0, ?, ?, ?, 0, 0, 0, ?)');
  const [noteNumber, cardNumber, uniqueTime] = [uniqueNumbers(), uniqueNumbers(), uniqueTimes()];
  deck.cards.forEach((card, index) => {
    const [noteId, cardId] = [noteNumber(`note ${card.id}`), cardNumber(`card ${card.id}`)];
    const fields = fieldsOf(card);
    insertNote.run(
      noteId,
      card.id,
      noteTypeOf(card),
      modified,
      tagList(card.tags),
      fields.join(fieldSeparator),
      card.front,
      checksumOf(fields[0]),
    );
    const { type, queue, due, ivl } = dueColumns(card, index + 1, dayZero);
    const { reps = 0, lapses = 0 } = card.schedule ?? {};
    const stepsLeft = type === stateNumber.learning || type === stateNumber.relearning ? 1 : 0;
    insertCard.run(
      cardId,
      noteId,
      deckId,
      modified,
      type,
      queue,
      due,
      ivl,
      reps,
      lapses,
      stepsLeft,
      memoryOf(card, index + 1, deck.desiredRetention),
    );
    writeReviews(database, card, cardId, uniqueTime);
  });
};

/** Returns each picture file once, in card order. */
const picturesOf = ({ cards }: AnkiDeck): Map<string, Uint8Array> =>
  new Map(cards.flatMap(({ pictures }) => pictures.flatMap(({ fileName, bytes }) => (bytes ? [[fileName, bytes] as const] : []))));

/**
 * Writes a deck as an Anki package: cards with sources, pictures, tags, schedules, FSRS memory and review log. Ids and picture names are
 * stable, so that a second import updates the first.
 *
 * @see https://github.com/ankitects/anki/blob/main/rslib/src/storage/schema11.sql
 */
export const writeApkg = async (deck: AnkiDeck, now: Date): Promise<Uint8Array<ArrayBuffer>> => {
  // SQLite only writes its format to a file.
  const folder = await mkdtemp(join(tmpdir(), 'lectern-apkg-'));
  try {
    const file = join(folder, 'collection.anki2');
    const database = new DatabaseSync(file);
    try {
      database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;');
      database.exec(schema);
      database.exec('BEGIN');
      fill(database, deck, now);
      database.exec('COMMIT');
    } finally {
      database.close();
    }
    // Loaded with the first export, to save memory in an idle service.
    const { default: JSZip } = await import('jszip');
    const zip = new JSZip();
    zip.file('collection.anki2', await readFile(file));
    const pictures = [...picturesOf(deck)];
    zip.file('media', JSON.stringify(Object.fromEntries(pictures.map(([name], index) => [String(index), name]))));
    // Pictures are compressed already.
    for (const [index, [, bytes]] of pictures.entries()) zip.file(String(index), bytes, { compression: 'STORE' });
    return new Uint8Array(await zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
