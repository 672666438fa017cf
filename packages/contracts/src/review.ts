import * as z from '@lectern/contracts/schema';
import { CalendarDay } from './exam.ts';
import { Id, Time } from './primitives.ts';
import { QuizOption } from './quiz.ts';
import { CardPicture } from './picture.ts';
import { ItemSource } from './source.ts';

/** How well an item was recalled. A question takes `again` (wrong) and `good` (right) only. */
export const ReviewRating = z.enum(['again', 'hard', 'good', 'easy']);
export type ReviewRating = z.infer<typeof ReviewRating>;

/** What is reviewed: a card of a deck, or a question that was answered wrong in a submitted attempt. */
export const ReviewItemKind = z.enum(['card', 'question']);
export type ReviewItemKind = z.infer<typeof ReviewItemKind>;

export const ReviewState = z.enum(['new', 'learning', 'review', 'relearning']);
export type ReviewState = z.infer<typeof ReviewState>;

/** Bounds of reviewing. */
export const reviewBounds = {
  /** The most items of one answer of the queue, and the number when the request names none. */
  queue: 100,
  queueDefault: 50,
  /** The most reviews of one item. */
  reviewsPerItem: 1_000,
  /** The longest time of one answer: a day, for a page that was left open. Milliseconds. */
  durationMs: 24 * 60 * 60 * 1000,
  /** How far a client's clock may be ahead. Milliseconds. */
  clockSlackMs: 5 * 60 * 1000,
  /** The earliest accepted time of a review. */
  earliest: '2000-01-01T00:00:00.000Z',
  /** The most days that an item may be put off. */
  farthestDays: 36_500,
  /** From this number of lapses on, an item is a leech, as in Anki. */
  leechLapses: 8,
  /** The fewest items of a list of the hardest, when as many have lapsed. */
  hardest: 10,
  /** The most items of one answer of a list of items. */
  listed: 50,
  /** Days of the calendar of reviews. */
  calendarDays: 365,
} as const;

/** A time in a request. */
export const GivenTime = z.iso.datetime().check(z.maxLength(40), z.meta({ maxLength: 40 }));

/** Zone names that are accepted without a query to Intl, which takes 0.1 ms: most of them, but no aliases such as `US/Eastern`. */
let listedZones: ReadonlySet<string> | undefined;

const isKnownZone = (timeZone: string): boolean => {
  listedZones ??= new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);
  if (listedZones.has(timeZone)) return true;
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    // `RangeError`: no such zone.
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

/** A mail a day at most, at an hour of the learner's clocks, when something is due. */
export const ReviewReminder = z.object({
  isOn: z.boolean(),
  /** 0 to 23. */
  hour: z.int().check(z.minimum(0), z.maximum(23)),
});
export type ReviewReminder = z.infer<typeof ReviewReminder>;

/** The reminder of a learner who has set none. */
export const defaultReminder: ReviewReminder = { isOn: false, hour: 18 };

export const ReviewSettings = z.object({
  /** The share of items that is to be recalled when it is due. */
  desiredRetention: z.number().check(z.minimum(0.7), z.maximum(0.97)),
  newPerDay: z.int().check(z.minimum(0), z.maximum(500)),
  reviewsPerDay: z.int().check(z.minimum(0), z.maximum(2_000)),
  timeZone: TimeZone,
  /** The hour at which the learner's day begins. */
  dayStartsAt: z.int().check(z.minimum(0), z.maximum(23)),
  /** Absent in answers while it is off. */
  reminder: z.optional(ReviewReminder),
});
export type ReviewSettings = z.infer<typeof ReviewSettings>;

/** Changes of settings. Absent ones stay as they are. */
export const ReviewSettingsEdit = z.partial(ReviewSettings);
export type ReviewSettingsEdit = z.infer<typeof ReviewSettingsEdit>;

/** The settings, and the result of fitting FSRS to the learner's reviews. `parameters` is absent before the first fit, which needs 400 reviews. */
export const ShownReviewSettings = z.extend(ReviewSettings, {
  parameters: z.optional(
    z.object({
      /** Whether the fitted parameters are used, because they predict better. */
      areOwn: z.boolean(),
      fittedAt: Time,
      /** The reviews that were used. */
      reviews: z.int(),
      /** Log loss on the newest fifth, which was not fitted on: the lower the better. */
      lossOfDefault: z.number(),
      lossOfOwn: z.number(),
    }),
  ),
});
export type ShownReviewSettings = z.infer<typeof ShownReviewSettings>;

/** The settings of a learner who has set none. */
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
  /** Its deck or quiz, and the title of that. */
  parentId: Id,
  title: z.string(),
  studyMaterialId: z.nullable(Id),
  /** See `madeFrom`. */
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

/** When the item would be due after each rating. */
const preview = { preview: ReviewPreview };

/** An item of the queue, with what is needed to review it. */
export const QueuedReview = z.discriminatedUnion('kind', [
  z.object({ ...shownCard, ...preview }),
  z.object({ ...shownQuestion, ...preview }),
]);
export type QueuedReview = z.infer<typeof QueuedReview>;

/** Which items are listed: those that were forgotten most often, or those that do not come back until they are resumed. */
export const ReviewItemList = z.enum(['hardest', 'suspended']);
export type ReviewItemList = z.infer<typeof ReviewItemList>;

/** How often an item was forgotten after it had been learned. */
const listed = { lapses: z.int() };

/** An item of a list, with what is needed to edit it. */
export const ListedReviewItem = z.discriminatedUnion('kind', [
  z.object({ ...shownCard, ...listed }),
  z.object({ ...shownQuestion, ...listed }),
]);
export type ListedReviewItem = z.infer<typeof ListedReviewItem>;

/** How many reviews there were on each of the last 365 days, the oldest first and today last. */
export const ReviewYear = z.array(z.object({ date: CalendarDay, reviews: z.int() }));
export type ReviewYear = z.infer<typeof ReviewYear>;

/** What is known of an item's memory: `null` before its first review. */
const memory = { stability: z.nullable(z.number()), difficulty: z.nullable(z.number()) };

/** A stored review, and the schedule of its item after all of the item's reviews. */
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

/** The schedule of an item with its whole history, oldest review first. */
export const ReviewItem = z.object({
  state: ReviewState,
  due: Time,
  ...memory,
  reps: z.int(),
  lapses: z.int(),
  suspended: z.boolean(),
  reviews: z.array(z.object({ _id: Id, rating: ReviewRating, answeredAt: Time, durationMs: z.optional(z.int()) })),
});
export type ReviewItem = z.infer<typeof ReviewItem>;

export const ReviewSummary = z.object({
  /** What today's queue has, under the learner's limits: `due` and `new` together are its length. `new`: cards that were never reviewed. */
  due: z.int(),
  new: z.int(),
  reviewedToday: z.int(),
  /** The share recalled of the reviews of the last 30 days, without those on an item's first day; `null` without any. */
  retention30d: z.nullable(z.number()),
  /** Days in a row with a review, up to today, or to yesterday when there is none today yet. */
  streakDays: z.int(),
  dayEndsAt: Time,
  /** How much is due on each of the next 30 days, without new cards. Today is `due`. */
  forecast: z.array(z.object({ date: CalendarDay, due: z.int() })),
  /** `due` and `new` of a deck together are the length of its own queue. `known`: the mean predicted recall of the deck's cards now, 0 to 1. A card that was never reviewed counts as 0. */
  decks: z.array(z.object({ deckId: Id, title: z.string(), due: z.int(), new: z.int(), known: z.number() })),
});
export type ReviewSummary = z.infer<typeof ReviewSummary>;
