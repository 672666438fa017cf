import * as z from '@lectern/contracts/schema';
import { CalendarDay } from './exam.ts';
import { Id, Time } from './primitives.ts';
import { QuizOption } from './quiz.ts';
import { CardPicture } from './picture.ts';
import { ItemSource } from './source.ts';

/** The learner's rating of their recall. A question uses only `again` (wrong) and `good` (right). */
export const ReviewRating = z.enum(['again', 'hard', 'good', 'easy']);
export type ReviewRating = z.infer<typeof ReviewRating>;

/**
 * How a review came about: a rating in a review session, a mark in the deck viewer, a mark after a typed answer, an answer in an attempt at a quiz, or
 * an answer in a round through some of its questions.
 */
export const ReviewEvidence = z.enum(['review', 'mark', 'typed', 'quiz', 'practice']);
export type ReviewEvidence = z.infer<typeof ReviewEvidence>;

/** The kinds of evidence that a client reports. Answers to quizzes are logged with their submission. */
export const GivenEvidence = z.enum(['review', 'mark', 'typed']);
export type GivenEvidence = z.infer<typeof GivenEvidence>;

/** The kind of a review item: a card of a deck, or an answered question. Only questions that were missed are in the queue. */
export const ReviewItemKind = z.enum(['card', 'question']);
export type ReviewItemKind = z.infer<typeof ReviewItemKind>;

export const ReviewState = z.enum(['new', 'learning', 'review', 'relearning']);
export type ReviewState = z.infer<typeof ReviewState>;

export const reviewBounds = {
  /** The maximum number of items in an answer of the queue, and the default. */
  queue: 100,
  queueDefault: 50,
  /** The maximum number of reviews per item. */
  reviewsPerItem: 1_000,
  /** The maximum duration of an answer in milliseconds: a day, for a page that was left open. */
  durationMs: 24 * 60 * 60 * 1000,
  /** How far a client's clock may be ahead, in milliseconds. */
  clockSlackMs: 5 * 60 * 1000,
  /** The earliest accepted time of a review. */
  earliest: '2000-01-01T00:00:00.000Z',
  /** The maximum number of days by which an item can be postponed. */
  farthestDays: 36_500,
  /** The number of lapses from which an item is a leech, as in Anki. */
  leechLapses: 8,
  /** The minimum length of the list of hardest items, if that many have lapsed. */
  hardest: 10,
  /** The maximum number of items in an answer of a list. */
  listed: 50,
  /** The number of days in the calendar of reviews. */
  calendarDays: 365,
} as const;

/** A time in a request. */
export const GivenTime = z.iso.datetime().check(z.maxLength(40), z.meta({ maxLength: 40 }));

/** Zone names that are accepted without the 0.1 ms that Intl takes: most zones, but no aliases such as `US/Eastern`. */
let listedZones: ReadonlySet<string> | undefined;

const isKnownZone = (timeZone: string): boolean => {
  listedZones ??= new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);
  if (listedZones.has(timeZone)) return true;
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    // A `RangeError`: unknown zone.
    return false;
  }
};

/** An IANA time zone, such as `Europe/Berlin`. */
export const TimeZone = z
  .string()
  .check(
    z.maxLength(64),
    z.regex(/^[A-Za-z][A-Za-z0-9_+/-]*$/, { error: 'Not a time zone', abort: true }),
    z.refine<string>(isKnownZone, 'There is no such time zone'),
    z.meta({ maxLength: 64 }),
  );

/** At most one mail a day, at an hour in the learner's time zone, if something is due. */
export const ReviewReminder = z.object({
  isOn: z.boolean(),
  /** 0 to 23. */
  hour: z.int().check(z.minimum(0), z.maximum(23)),
});
export type ReviewReminder = z.infer<typeof ReviewReminder>;

/** The default reminder. */
export const defaultReminder: ReviewReminder = { isOn: false, hour: 18 };

export const ReviewSettings = z.object({
  /** The target probability of recall when an item is due. */
  desiredRetention: z.number().check(z.minimum(0.7), z.maximum(0.97)),
  newPerDay: z.int().check(z.minimum(0), z.maximum(500)),
  reviewsPerDay: z.int().check(z.minimum(0), z.maximum(2_000)),
  timeZone: TimeZone,
  /** The hour at which the learner's day starts. */
  dayStartsAt: z.int().check(z.minimum(0), z.maximum(23)),
  /** Absent in answers while the reminder is off. */
  reminder: z.optional(ReviewReminder),
});
export type ReviewSettings = z.infer<typeof ReviewSettings>;

/** Changes of settings. Absent settings stay unchanged. */
export const ReviewSettingsEdit = z.partial(ReviewSettings);
export type ReviewSettingsEdit = z.infer<typeof ReviewSettingsEdit>;

/** The settings, and the result of fitting FSRS to the learner's reviews. `parameters` is absent before the first fit, which needs 400 reviews. */
export const ShownReviewSettings = z.extend(ReviewSettings, {
  parameters: z.optional(
    z.object({
      /** Whether the fitted parameters are used, because they predict better. */
      areOwn: z.boolean(),
      fittedAt: Time,
      /** The number of reviews in the fit. */
      reviews: z.int(),
      /** The log loss on the newest fifth, which is excluded from the fit. Lower is better. */
      lossOfDefault: z.number(),
      lossOfOwn: z.number(),
    }),
  ),
});
export type ShownReviewSettings = z.infer<typeof ShownReviewSettings>;

/** The default settings. */
export const defaultReviewSettings: ReviewSettings & { reminder: ReviewReminder } = {
  desiredRetention: 0.9,
  newPerDay: 20,
  reviewsPerDay: 200,
  timeZone: 'UTC',
  dayStartsAt: 4,
  reminder: defaultReminder,
};

const ReviewPreview = z.object({ again: Time, hard: Time, good: Time, easy: Time });
export type ReviewPreview = z.infer<typeof ReviewPreview>;

const shown = {
  itemId: Id,
  /** The id of its deck or quiz; `parentTitle` is that one's title. */
  parentId: Id,
  title: z.string(),
  studyMaterialId: z.nullable(Id),
  /** The id of its deck or quiz. `title` is the title of the deck or quiz. */
  language: z.optional(z.string()),
  state: ReviewState,
  due: Time,
  source: z.optional(ItemSource),
};
const shownCard = {
  kind: z.literal('card'),
  ...shown,
  front: z.string(),
  back: z.string(),
  hint: z.optional(z.string()),
  pictures: z.optional(z.array(CardPicture)),
};
const shownQuestion = {
  kind: z.literal('question'),
  ...shown,
  question: z.string(),
  options: z.array(QuizOption),
  explanation: z.string(),
};

/** The due time after each rating. */
const preview = { preview: ReviewPreview };

/** An item of the queue, with the data to review it. */
export const QueuedReview = z.discriminatedUnion('kind', [
  z.object({ ...shownCard, ...preview }),
  z.object({ ...shownQuestion, ...preview }),
]);
export type QueuedReview = z.infer<typeof QueuedReview>;

/** The kinds of lists: the items that were forgotten most often, or the suspended ones. */
export const ReviewItemList = z.enum(['hardest', 'suspended']);
export type ReviewItemList = z.infer<typeof ReviewItemList>;

/** The number of times that the learner forgot the item after learning it. */
const listed = { lapses: z.int() };

/** An item of a list, with the data to edit it. */
export const ListedReviewItem = z.discriminatedUnion('kind', [
  z.object({ ...shownCard, ...listed }),
  z.object({ ...shownQuestion, ...listed }),
]);
export type ListedReviewItem = z.infer<typeof ListedReviewItem>;

/** The number of reviews on each of the last 365 days, oldest first. The last day is today. */
export const ReviewYear = z.array(z.object({ date: CalendarDay, reviews: z.int() }));
export type ReviewYear = z.infer<typeof ReviewYear>;

/** The memory state of an item: `null` before its first review. */
const memory = { stability: z.nullable(z.number()), difficulty: z.nullable(z.number()) };

/** A stored review, and the resulting schedule of its item. */
export const Review = z.object({
  _id: Id,
  itemId: Id,
  kind: ReviewItemKind,
  rating: ReviewRating,
  state: ReviewState,
  due: Time,
  ...memory,
  answeredAt: Time,
});
export type Review = z.infer<typeof Review>;

/** The schedule of an item and all its reviews, oldest first. */
export const ReviewItem = z.object({
  state: ReviewState,
  due: Time,
  ...memory,
  reps: z.int(),
  lapses: z.int(),
  suspended: z.boolean(),
  /** `evidence` is absent for a rating in a review session. */
  reviews: z.array(
    z.object({
      _id: Id,
      rating: ReviewRating,
      answeredAt: Time,
      durationMs: z.optional(z.int()),
      evidence: z.optional(ReviewEvidence),
    }),
  ),
});
export type ReviewItem = z.infer<typeof ReviewItem>;

export const ReviewSummary = z.object({
  /** The counts of today's queue within the learner's limits; its length is `due` plus `new`. `new`: cards without reviews. */
  due: z.int(),
  new: z.int(),
  reviewedToday: z.int(),
  /** The recalled fraction of the reviews of the last 30 days, without those on an item's first day; `null` without reviews. */
  retention30d: z.nullable(z.number()),
  /** The number of consecutive days with a review, up to today, or up to yesterday if today has none yet. */
  streakDays: z.int(),
  dayEndsAt: Time,
  /** The number of due items on each of the next 30 days, without new cards. Today's number is `due`. */
  forecast: z.array(z.object({ date: CalendarDay, due: z.int() })),
  /**
   * Per deck: the length of its queue is `due` plus `new`. `known`: the current mean predicted recall of its cards, 0 to 1, with 0 for cards without
   * reviews.
   */
  decks: z.array(z.object({ deckId: Id, title: z.string(), due: z.int(), new: z.int(), known: z.number() })),
});
export type ReviewSummary = z.infer<typeof ReviewSummary>;

/** How well a guide is known: the items are its cards and the questions of its quizzes. */
export const GuideMastery = z.object({
  studyMaterialId: Id,
  /** The mean predicted recall of its items today, 0 to 1; items without an answer count as 0. */
  mastery: z.number(),
  /** The number of items, without suspended ones. */
  items: z.int(),
  /** The number of items with an answer. */
  seen: z.int(),
  /** The number of its items in today's queue, without new cards. */
  due: z.int(),
});
export type GuideMastery = z.infer<typeof GuideMastery>;
