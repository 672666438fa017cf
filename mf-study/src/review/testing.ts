import type { ListedReviewItem, QueuedReview, Review, ReviewItem, ReviewSettings, ReviewSummary, ReviewYear } from '@lectern/contracts';

/** Fixtures for reviews. Pass the fields that differ. Times are relative to `reviewNow`. */
export const reviewNow = new Date('2026-03-02T09:00:00.000Z');

const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;

export const inMinutes = (minutes: number): string => new Date(reviewNow.getTime() + minutes * minuteMs).toISOString();
export const inDays = (days: number): string => new Date(reviewNow.getTime() + days * dayMs).toISOString();

type QueuedCard = Extract<QueuedReview, { kind: 'card' }>;
type QueuedQuestion = Extract<QueuedReview, { kind: 'question' }>;

/** A learned card with these intervals: again 10 minutes, hard 3 days, good 8 days, easy 20 days. */
export const aQueuedCard = (itemId: string, change: Partial<QueuedCard> = {}): QueuedCard => ({
  kind: 'card',
  itemId,
  parentId: 'd1',
  title: 'Flashcards: Heart',
  studyMaterialId: 'm1',
  state: 'review',
  due: inDays(-1),
  preview: { again: inMinutes(10), hard: inDays(3), good: inDays(8), easy: inDays(20) },
  front: `${itemId} front`,
  back: `${itemId} back`,
  ...change,
});

/** A card without reviews. */
export const aNewCard = (itemId: string, change: Partial<QueuedCard> = {}): QueuedCard =>
  aQueuedCard(itemId, {
    state: 'new',
    due: inMinutes(-1),
    preview: { again: inMinutes(1), hard: inMinutes(6), good: inMinutes(10), easy: inDays(8) },
    ...change,
  });

/** A missed question with two options; the second is correct. */
export const aQueuedQuestion = (itemId: string, change: Partial<QueuedQuestion> = {}): QueuedQuestion => ({
  kind: 'question',
  itemId,
  parentId: 'z1',
  title: 'Quiz: Heart',
  studyMaterialId: 'm1',
  state: 'review',
  due: inDays(-1),
  preview: { again: inMinutes(10), hard: inDays(2), good: inDays(4), easy: inDays(9) },
  question: `What is ${itemId}?`,
  options: [
    { text: `${itemId} wrong`, isCorrect: false, rationale: `${itemId} is not so.` },
    { text: `${itemId} right`, isCorrect: true, rationale: `${itemId} is so.` },
  ],
  explanation: `${itemId} explained.`,
  ...change,
});

/** A realistic queue for screenshots: a learned card with its source, a missed question, and a new card. */
export const heartQueue = (): QueuedReview[] => {
  const quote = 'Heart failure is a clinical syndrome in which the heart cannot pump enough blood to meet the needs of the body.';
  const source = { pointer: { kind: 'slide', slide: 2, part: 'body', paragraph: 1 }, quote } as const;
  const title = 'Flashcards: Heart Failure: Nursing Care of Adults';
  const right = 'The heart cannot pump enough blood to meet the needs of the body.';
  return [
    aQueuedCard('k1', { title, source, front: 'What is preload?', back: 'The stretch of the ventricle at the end of filling.' }),
    aQueuedQuestion('h1', {
      title: 'Quiz: Heart Failure: Nursing Care of Adults',
      source,
      question: 'What best describes heart failure?',
      options: [
        'The heart has stopped beating.',
        right,
        'A coronary artery is blocked by a clot.',
        'The heart beats faster than 100 times a minute.',
      ].map((text) => ({
        text,
        isCorrect: text === right,
        rationale: text === right ? 'This is what the slide says.' : 'The slide says otherwise.',
      })),
      explanation: `${right} This is what your guide says under “What heart failure is”.`,
    }),
    aNewCard('k2', { title, source, front: 'What is afterload?', back: 'The resistance that the ventricle must overcome to eject blood.' }),
  ];
};

/** Shifts the items from `reviewNow` to the present, for stories, whose clock runs. */
export const atPresent = (items: readonly QueuedReview[]): QueuedReview[] => {
  const passed = Date.now() - reviewNow.getTime();
  const shifted = (time: string): string => new Date(Date.parse(time) + passed).toISOString();
  return items.map((item) => {
    const { again, hard, good, easy } = item.preview;
    const preview = { again: shifted(again), hard: shifted(hard), good: shifted(good), easy: shifted(easy) };
    return { ...item, due: shifted(item.due), preview };
  });
};

/** The server's response to a review of an item. */
export const aReview = (itemId: string, change: Partial<Review> = {}): Review => ({
  _id: `review-${itemId}`,
  itemId,
  kind: 'card',
  rating: 'good',
  state: 'review',
  due: inDays(8),
  stability: 8,
  difficulty: 5,
  answeredAt: inMinutes(0),
  ...change,
});

const due = [14, 9, 12, 7, 15, 22, 11, 8, 13, 10, 6, 9, 17, 12, 8, 5, 9, 14, 10, 7, 6, 11, 9, 4, 8, 12, 7, 5, 6, 9];

export const aReviewSummary = (change: Partial<ReviewSummary> = {}): ReviewSummary => ({
  due: 14,
  new: 8,
  reviewedToday: 6,
  retention30d: 0.91,
  streakDays: 5,
  dayEndsAt: '2026-03-03T04:00:00.000Z',
  forecast: due.map((count, index) => ({ date: inDays(index).slice(0, 10), due: count })),
  decks: [
    { deckId: 'd1', title: 'Flashcards: Heart Failure: Nursing Care of Adults', due: 9, new: 4, known: 0.82 },
    { deckId: 'd2', title: 'Flashcards: Cell respiration', due: 5, new: 4, known: 0.46 },
  ],
  ...change,
});

/** The summary of a learner without cards. */
export const emptySummary = (): ReviewSummary =>
  aReviewSummary({
    due: 0,
    new: 0,
    reviewedToday: 0,
    retention30d: null,
    streakDays: 0,
    forecast: aReviewSummary().forecast.map(({ date }) => ({ date, due: 0 })),
    decks: [],
  });

export const someSettings = (change: Partial<ReviewSettings> = {}): ReviewSettings => ({
  desiredRetention: 0.9,
  newPerDay: 20,
  reviewsPerDay: 200,
  timeZone: 'Europe/Berlin',
  dayStartsAt: 4,
  ...change,
});

/** A card that the learner keeps forgetting. */
export const aListedCard = (itemId: string, change: Partial<Extract<ListedReviewItem, { kind: 'card' }>> = {}): ListedReviewItem => {
  const { preview: _preview, ...card } = aQueuedCard(itemId);
  const source = { pointer: { kind: 'slide', slide: 2, part: 'body', paragraph: 1 }, quote: 'q' } as const;
  return { ...card, source, lapses: 9, ...change };
};

export const aListedQuestion = (
  itemId: string,
  change: Partial<Extract<ListedReviewItem, { kind: 'question' }>> = {},
): ListedReviewItem => {
  const { preview: _preview, ...question } = aQueuedQuestion(itemId);
  return { ...question, lapses: 3, ...change };
};

/** The schedule of an item without history. */
export const aReviewItem = (change: Partial<ReviewItem> = {}): ReviewItem => ({
  ...{ state: 'review', due: inDays(8), stability: 8, difficulty: 5, reps: 3, lapses: 0, suspended: false, reviews: [] },
  ...change,
});

const daysOfYear = 365;

/** A year with a gap in the middle, ending on the day of `reviewNow`. */
export const aReviewYear = (): ReviewYear =>
  Array.from({ length: daysOfYear }, (_, index) => ({
    date: inDays(index - daysOfYear + 1).slice(0, 10),
    reviews: index > 150 && index < 190 ? 0 : (index * 37) % 41,
  }));
