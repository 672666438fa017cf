import { isLastDay, isNeededBefore } from './chooseReviews.ts';
import type { ExamShare } from '../exams/introductions.ts';
import type { StoredExam } from '../exams/examsCollection.ts';
import type { ReviewItemDocument } from './reviewCollections.ts';
import type { QueueGroup } from './reviewFigures.ts';
import type { OwnSettings } from './reviewSettings.ts';

/** The number of items in a queue. */
export interface QueueCounts {
  /** Without new cards. */
  due: number;
  new: number;
}

/** The number of items to review today. */
export interface DayCounts {
  own: OwnSettings;
  today: number;
  /** The last moment of today. ISO 8601, UTC. */
  dayEnd: string;
  /** The items whose last review was today. */
  seenToday: readonly ReviewItemDocument[];
  all: QueueCounts;
  /** Counts a deck's queue. @param groups - its cards; read if absent */
  inDeck: (deckId: string, groups?: readonly QueueGroup[]) => Promise<QueueCounts>;
  /** Counts a guide's queue. @param items - all its items */
  inGuide: (studyMaterialId: string, items: readonly ReviewItemDocument[]) => Promise<QueueCounts>;
}

/** The data on which a deck's queue depends, besides its cards. */
export interface DeckCountContext {
  /** The passages of items that were reviewed today. */
  reviewedPassages: ReadonlySet<string>;
  exams: readonly StoredExam[];
  shares: readonly ExamShare[];
  today: number;
  newRoom: number;
  reviewRoom: number;
}

const sumOf = <T>(all: readonly T[], count: (one: T) => number): number => all.reduce((sum, one) => sum + count(one), 0);

/** Returns how many cards of a group fit in one day: those without a passage, or one card per unseen passage. */
const apartIn = ({ passage, count }: QueueGroup, seen: ReadonlySet<string>): number => {
  if (passage === '') return count;
  return seen.has(passage) ? 0 : 1;
};

/** Counts the new cards for exams, and others. */
const countNew = (groups: readonly QueueGroup[], seen: ReadonlySet<string>, { shares, newRoom }: DeckCountContext): number => {
  const left = groups.map((group) => ({ group, apart: apartIn(group, seen), taken: 0 }));
  for (const { studyMaterialIds, days, share } of shares) {
    const ofExam = left.filter(({ group }) => studyMaterialIds.includes(group.studyMaterialId));
    let room = share - sumOf(ofExam, ({ taken }) => taken);
    for (const each of ofExam) {
      // On the last day all are introduced, including siblings.
      const fitting = Math.max(0, Math.min(room, days === 1 ? each.group.count - each.taken : each.apart));
      each.taken += fitting;
      each.apart = days === 1 ? 0 : each.apart - fitting;
      room -= fitting;
    }
  }
  const forExams = sumOf(left, ({ taken }) => taken);
  return (
    forExams +
    Math.min(
      Math.max(0, newRoom - forExams),
      sumOf(left, ({ apart }) => apart),
    )
  );
};

/**
 * Counts the queue of one deck. The order of cards decides which ones the queue contains, but not how many, so no card is read. Must match
 * `chooseQueue`.
 */
export const countInDeck = (groups: readonly QueueGroup[], context: DeckCountContext): QueueCounts => {
  const { reviewedPassages, exams, today, reviewRoom } = context;
  const inPlace = (place: QueueGroup['place']) => groups.filter((group) => group.place === place);
  const learning = inPlace('learning');
  const seen = new Set([...reviewedPassages, ...learning.map(({ passage }) => passage)]);
  let [needed, others] = [0, 0];
  for (const group of inPlace('review')) {
    const isExempt = isLastDay(group, exams, today);
    const count = isExempt ? group.count : apartIn(group, seen);
    if (!isExempt) seen.add(group.passage);
    if (isNeededBefore(group, exams, today)) needed += count;
    else others += count;
  }
  const reviews = needed + Math.min(others, Math.max(0, reviewRoom - needed));
  return { due: sumOf(learning, ({ count }) => count) + reviews, new: countNew(inPlace('new'), seen, context) };
};
