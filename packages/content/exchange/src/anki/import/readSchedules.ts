import type { DatabaseSync } from 'node:sqlite';
import { ImportError } from '../../import/ImportError.ts';
import { importLimits } from '../../import/importLimits.ts';
import type { ImportedSchedule } from '../../import/ImportedDeck.ts';
import { dayMs, secondMs } from '../ankiCollection.ts';
import type { AnkiEase, AnkiReview } from '../AnkiDeck.ts';
import { isRecord } from './readNoteTypes.ts';

/** A row of the table `cards`. */
export interface CardRow {
  id: number;
  nid: number;
  did: number;
  ord: number;
  type: number;
  queue: number;
  due: number;
  data: string;
}

/** By Anki's numbers in `type`. */
const states: Readonly<Record<number, ImportedSchedule['state']>> = { 1: 'learning', 2: 'review', 3: 'relearning' };
/** Larger due times are seconds since 1970, smaller ones days since the collection was made. */
const firstSecond = 1_000_000_000;
/** The latest date with a year of four digits. */
const latest = Date.parse('9999-01-01T00:00:00Z');

/** Parses a card's column `data`. */
const dataIn = (data: string): Record<string, unknown> => {
  try {
    const kept: unknown = JSON.parse(data || '{}');
    return isRecord(kept) ? kept : {};
  } catch {
    // Add-ons and older versions store other texts there.
    return {};
  }
};

/** Returns FSRS's memory state of a card. */
const memoryIn = (data: string): ImportedSchedule['memory'] => {
  const { s: stability, d: difficulty } = dataIn(data);
  if (typeof stability !== 'number' || typeof difficulty !== 'number') return undefined;
  return stability > 0 && stability <= 36_500 && difficulty >= 1 && difficulty <= 10 ? { stability, difficulty } : undefined;
};

/**
 * Returns the position of a card in its deck: a new card's, or the one before its first review. Older versions of Anki forget the latter;
 * such cards come first.
 */
export const placeOf = ({ type, due, data }: CardRow): number => {
  const place = states[type] ? dataIn(data)['pos'] : due;
  return typeof place === 'number' && Number.isFinite(place) ? place : -1;
};

/**
 * Returns the due time: exact for a card in learning, otherwise 12 hours after Anki's due day begins, so that time zones rarely change the
 * day.
 */
const dueOf = ({ due }: CardRow, createdAt: number): Date => {
  const time = due >= firstSecond ? due * secondMs : createdAt * secondMs + due * dayMs + dayMs / 2;
  return new Date(Math.min(latest, Math.max(0, time)));
};

/** @param createdAt - When the collection was made, in seconds since 1970. Its days begin at this hour. */
export const scheduleOf = (row: CardRow, createdAt: number): ImportedSchedule | undefined => {
  const state = states[row.type];
  return state && { state, due: dueOf(row, createdAt), memory: memoryIn(row.data) };
};

/** Whether a review in a filtered deck did not change the schedule. */
const isWithoutEffect = (type: number, factor: number): boolean => type === 3 && factor === 0;

const isEase = (ease: number): ease is AnkiEase => ease === 1 || ease === 2 || ease === 3 || ease === 4;

/**
 * Reads the review log of cards, oldest first. Leaves out entries that are no answers: due days set by hand, and cram sessions.
 *
 * @throws ImportError `too-large`
 */
export const readReviews = (database: DatabaseSync, cardIds: ReadonlySet<number>): Map<number, AnkiReview[]> => {
  const rows = database.prepare('SELECT id, cid, ease, time, type, factor FROM revlog ORDER BY id LIMIT ?');
  const reviews = new Map<number, AnkiReview[]>();
  let [seen, kept] = [0, 0];
  for (const row of rows.iterate(importLimits.reviewRows + 1)) {
    const [id, cid, ease, time] = [Number(row['id']), Number(row['cid']), Number(row['ease']), Number(row['time'])];
    seen += 1;
    if (cardIds.has(cid) && isEase(ease) && !isWithoutEffect(Number(row['type']), Number(row['factor'])) && id > 0 && id < latest) {
      kept += 1;
      const ofCard = reviews.get(cid) ?? [];
      ofCard.push({ at: new Date(id), ease, durationMs: Math.max(0, Math.round(time) || 0) });
      reviews.set(cid, ofCard);
    }
    if (seen > importLimits.reviewRows || kept > importLimits.reviews)
      throw new ImportError(
        'too-large',
        `There are more than ${importLimits.reviews.toLocaleString('en')} reviews in this file. Export its decks one by one.`,
      );
  }
  return reviews;
};
