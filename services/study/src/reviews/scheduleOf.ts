import { BasicLearningStepsStrategy, FSRSAlgorithm, Rating, State, type Grade } from 'ts-fsrs';
import type { ReviewRating, ReviewState } from '@lectern/contracts';
import { startOfDay, type LearnerClock } from './learnerDay.ts';

/** A card's state in another program after a review. It replaces the result of FSRS. */
export interface ImportedMemory {
  state: Exclude<ReviewState, 'new'>;
  /** Absent if that program did not use FSRS. */
  stability?: number | undefined;
  difficulty?: number | undefined;
}

/** The fields of a review that determine its item's schedule, with the settings at the time of the review. */
export interface LoggedReview extends LearnerClock {
  _id: string;
  itemId: string;
  rating: ReviewRating;
  /** ISO 8601, UTC. */
  answeredAt: string;
  /** The learner's day of the answer; see `dayOf`. */
  day: number;
  desiredRetention: number;
  /** Only for the last review from another program. */
  memory?: ImportedMemory | undefined;
}

/** The schedule of a reviewed item. */
export interface Schedule {
  state: Exclude<ReviewState, 'new'>;
  /** ISO 8601, UTC. In the state `review`, the start of a learner's day. */
  due: string;
  /** Days until the predicted recall falls to 0.9. */
  stability: number;
  /** 1 to 10. */
  difficulty: number;
  /** The index of the learning step, from 0. */
  step: number;
  reps: number;
  lapses: number;
  firstDay: number;
  lastDay: number;
  lastAnsweredAt: string;
}

export interface SchedulingOptions {
  /** Varies intervals of three days and more by a few percent, so that items learned together spread out. */
  isFuzzed: boolean;
  /** The learner's own FSRS parameters. Defaults to those of FSRS. */
  weights?: readonly number[] | undefined;
}

/** The parameters for a prediction. */
export type Weighted = Pick<SchedulingOptions, 'weights'>;

/** Converts a rating to FSRS's grade. */
export const gradeOf = (rating: ReviewRating): Grade => grades[rating];

const grades: Record<ReviewRating, Grade> = { again: Rating.Again, hard: Rating.Hard, good: Rating.Good, easy: Rating.Easy };
const states: Record<ReviewState, State> = {
  new: State.New,
  learning: State.Learning,
  review: State.Review,
  relearning: State.Relearning,
};
const minuteMs = 60 * 1000;
/** The learning step, in minutes, of a card that another program keeps in learning although FSRS would schedule days. */
const importedStepMinutes = 10;

/** The maximum number of cached algorithms: creating one takes longer than using it, and few retentions are in use. */
const algorithmsKept = 100;
const algorithms = new Map<string, FSRSAlgorithm>();

const algorithmFor = (desiredRetention: number, { isFuzzed, weights }: SchedulingOptions): FSRSAlgorithm => {
  const key = `${desiredRetention}:${isFuzzed}:${weights?.join() ?? ''}`;
  const known = algorithms.get(key);
  if (known) return known;
  const made = new FSRSAlgorithm({ request_retention: desiredRetention, enable_fuzz: isFuzzed, ...(weights && { w: [...weights] }) });
  if (algorithms.size >= algorithmsKept) algorithms.clear();
  algorithms.set(key, made);
  return made;
};

/** Returns the duration in minutes of the learning step after an answer; `undefined` if the item is scheduled by days. */
const stepAfter = (algorithm: FSRSAlgorithm, state: ReviewState, step: number, grade: Grade) => {
  const next = BasicLearningStepsStrategy(algorithm.parameters, states[state], step)[grade];
  return next && next.scheduled_minutes > 0 ? next : undefined;
};

/** A schedule before its due time is computed. */
interface Memory extends Omit<Schedule, 'due'> {
  /** The wait after the last review: minutes of a learning step, or days of the learner. */
  wait: { minutes: number } | { days: number };
}

/** Returns the learning step after a review. For an imported review the other program's state decides, because its steps may differ. */
const nextStep = (algorithm: FSRSAlgorithm, previous: Omit<Schedule, 'due'> | undefined, { memory }: LoggedReview, grade: Grade) => {
  if (memory?.state === 'review') return undefined;
  const next = stepAfter(algorithm, previous?.state ?? 'new', previous?.step ?? 0, grade);
  return next ?? (memory && { scheduled_minutes: importedStepMinutes, next_step: 0 });
};

/** Returns the memory after one more review. */
const remember = (previous: Omit<Schedule, 'due'> | undefined, review: LoggedReview, options: SchedulingOptions): Memory => {
  const { itemId, day, answeredAt } = review;
  const algorithm = algorithmFor(review.desiredRetention, options);
  // After the learner crosses the date line, the day may be an earlier one.
  const elapsed = previous ? Math.max(0, day - previous.lastDay) : 0;
  const grade = grades[review.rating];
  const computed = algorithm.next_state(previous ?? null, elapsed, grade);
  const { stability = computed.stability, difficulty = computed.difficulty } = review.memory ?? {};
  const reps = (previous?.reps ?? 0) + 1;
  const state = previous?.state ?? 'new';
  const next = nextStep(algorithm, previous, review, grade);
  const common = {
    stability,
    difficulty,
    reps,
    lapses: (previous?.lapses ?? 0) + (state === 'review' && grade === Rating.Again ? 1 : 0),
    firstDay: previous?.firstDay ?? day,
    lastDay: day,
    lastAnsweredAt: answeredAt,
  };
  if (next) {
    const isFirstTime = review.memory ? review.memory.state === 'learning' : state === 'new' || state === 'learning';
    return { ...common, state: isFirstTime ? 'learning' : 'relearning', step: next.next_step, wait: { minutes: next.scheduled_minutes } };
  }
  algorithm.seed = `${itemId}:${reps}`;
  return { ...common, state: 'review', step: 0, wait: { days: algorithm.next_interval(stability, elapsed) } };
};

const withDue = ({ wait, ...memory }: Memory, { answeredAt, day, ...clock }: LoggedReview): Schedule => {
  const due = 'minutes' in wait ? new Date(Date.parse(answeredAt) + wait.minutes * minuteMs) : startOfDay(day + wait.days, clock);
  return { ...memory, due: due.toISOString() };
};

/**
 * Computes the schedule after one more review with FSRS-6. The days since the last review are the learner's days, as stored with the reviews. The
 * variation of an interval depends on the item and the number of the review, so that the same reviews always give the same schedule.
 *
 * @param previous - the schedule after the previous review; `undefined` for the first one
 */
export const afterReview = (previous: Schedule | undefined, review: LoggedReview, options: SchedulingOptions): Schedule =>
  withDue(remember(previous, review, options), review);

/** Compares reviews by time, and then by id. */
export const inTime = (a: LoggedReview, b: LoggedReview): number => {
  const [first, second] = a.answeredAt === b.answeredAt ? [a._id, b._id] : [a.answeredAt, b.answeredAt];
  return first < second ? -1 : first > second ? 1 : 0;
};

/** Computes the schedule from all reviews of an item, in any order. Returns `undefined` without reviews. */
export const scheduleOf = (reviews: readonly LoggedReview[], options: SchedulingOptions = { isFuzzed: true }): Schedule | undefined => {
  const ordered = reviews.toSorted(inTime);
  let memory: Memory | undefined;
  for (const review of ordered) memory = remember(memory, review, options);
  const last = ordered.at(-1);
  return memory && last && withDue(memory, last);
};

/** Predictions do not depend on the desired retention. */
const anyRetention = 0.9;

/** Predicts the probability of recalling an item on a learner's day, 0 to 1. */
export const recallOn = (
  day: number,
  { stability, lastDay }: Pick<Schedule, 'stability' | 'lastDay'>,
  { weights }: Weighted = {},
): number => algorithmFor(anyRetention, { isFuzzed: false, weights }).forgetting_curve(Math.max(0, day - lastDay), stability);

/** The fields of a schedule for planning further days. */
export type MemoryOnly = Pick<Schedule, 'stability' | 'difficulty' | 'lastDay'>;

/** The maximum number of memoised stabilities per plan. */
const memoriesKept = 20_000;

/** An item's memory after a day of right answers, and the days until the item is due. */
interface GoodDay {
  difficultyBefore: number;
  stability: number;
  difficulty: number;
  days: number;
}

/**
 * Returns a function that computes an item's memory after a day of right answers, learning steps included, and the days until the item is due.
 * Memoised, because plans request the same memories many times.
 *
 * @returns a function; its first argument is `undefined` for a new item
 */
export const createGoodDays = ({ desiredRetention, weights }: Weighted & { desiredRetention: number }) => {
  const exact = algorithmFor(desiredRetention, { isFuzzed: false, weights });
  /** Keyed by stability, then by the days since the last review. New items have no stability. */
  const known = new Map<number, Map<number, GoodDay>>();
  const workOut = (previous: MemoryOnly | undefined, elapsed: number): GoodDay => {
    const first = exact.next_state(previous ?? null, elapsed, Rating.Good);
    // A new item is answered twice, in two learning steps.
    const { stability, difficulty } = previous ? first : exact.next_state(first, 0, Rating.Good);
    return { difficultyBefore: previous?.difficulty ?? 0, stability, difficulty, days: exact.next_interval(stability, elapsed) };
  };
  return (previous: MemoryOnly | undefined, day: number): { memory: MemoryOnly; days: number } => {
    const elapsed = previous ? Math.max(0, day - previous.lastDay) : 0;
    const key = previous?.stability ?? 0;
    const ofStability = known.get(key) ?? new Map<number, GoodDay>();
    if (known.size < memoriesKept) known.set(key, ofStability);
    const found = ofStability.get(elapsed);
    const good = found?.difficultyBefore === (previous?.difficulty ?? 0) ? found : workOut(previous, elapsed);
    ofStability.set(elapsed, good);
    return { memory: { stability: good.stability, difficulty: good.difficulty, lastDay: day }, days: good.days };
  };
};
export type GoodDays = ReturnType<typeof createGoodDays>;
