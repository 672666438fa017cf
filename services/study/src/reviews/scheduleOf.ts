import { BasicLearningStepsStrategy, FSRSAlgorithm, get_fuzz_range, Rating, State, type Grade } from 'ts-fsrs';
import type { ReviewRating, ReviewState } from '@lectern/contracts';
import { startOfDay, type LearnerClock } from './learnerDay.ts';

/** The state of a card in another program after a review. It replaces what FSRS computes here. */
export interface ImportedMemory {
  state: Exclude<ReviewState, 'new'>;
  /** Absent where that program did not use FSRS. */
  stability?: number | undefined;
  difficulty?: number | undefined;
}

/** The fields of a review that determine its item's schedule. The settings are those at the time it was stored. */
export interface LoggedReview extends LearnerClock {
  _id: string;
  itemId: string;
  rating: ReviewRating;
  /** ISO 8601, UTC. */
  answeredAt: string;
  /** The learner's day of the answer; see `dayOf`. */
  day: number;
  desiredRetention: number;
  /** The position of the due day in the range of the interval, 0 to 1. When absent, it is derived from the item and the number of the review. */
  spread?: number | undefined;
  /** Of the last review that came from another program. */
  memory?: ImportedMemory | undefined;
}

/** The schedule of an item that was reviewed. */
export interface Schedule {
  state: Exclude<ReviewState, 'new'>;
  /** ISO 8601, UTC. In the state `review` the beginning of a day of the learner. */
  due: string;
  /** Days until the predicted recall falls to 0.9. */
  stability: number;
  /** 1 to 10. */
  difficulty: number;
  /** Number of the learning step, from 0. */
  step: number;
  reps: number;
  lapses: number;
  firstDay: number;
  lastDay: number;
  lastAnsweredAt: string;
}

export interface SchedulingOptions {
  /** Varies intervals of three days and more by a few percent, so that items that were learned together do not stay together. */
  isFuzzed: boolean;
  /** The learner's own parameters of FSRS; left out, its default ones. */
  weights?: readonly number[] | undefined;
}

/** What a prediction needs besides the memory. */
export type Weighted = Pick<SchedulingOptions, 'weights'>;

/** A rating as FSRS counts it. */
export const gradeOf = (rating: ReviewRating): Grade => grades[rating];

const grades: Record<ReviewRating, Grade> = { again: Rating.Again, hard: Rating.Hard, good: Rating.Good, easy: Rating.Easy };
const states: Record<ReviewState, State> = {
  new: State.New,
  learning: State.Learning,
  review: State.Review,
  relearning: State.Relearning,
};
const minuteMs = 60 * 1000;
/** The step, in minutes, of a card that another program keeps in learning, where FSRS would schedule days. */
const importedStepMinutes = 10;

/** The most cached algorithms: creating one takes longer than using it, and few retentions are in use. */
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

/** The learning step that an answer leads to: how many minutes it lasts. `undefined`: the item is scheduled by days. */
const stepAfter = (algorithm: FSRSAlgorithm, state: ReviewState, step: number, grade: Grade) => {
  const next = BasicLearningStepsStrategy(algorithm.parameters, states[state], step)[grade];
  return next && next.scheduled_minutes > 0 ? next : undefined;
};

/** The shortest interval in days that is varied, as in FSRS. */
const shortestVaried = 2.5;

/** An interval in days, before it is varied. */
const exactInterval = (desiredRetention: number, stability: number, elapsed: number, { weights }: Weighted): number =>
  algorithmFor(desiredRetention, { isFuzzed: false, weights }).next_interval(stability, elapsed);

/** An interval at a chosen place of its range. */
const spreadInterval = (exact: number, elapsed: number, maximum: number, spread: number): number => {
  if (exact < shortestVaried) return exact;
  const { min_ivl: first, max_ivl: last } = get_fuzz_range(exact, elapsed, maximum);
  return Math.min(last, Math.floor(spread * (last - first + 1)) + first);
};

/** A schedule before its due time is worked out. */
interface Memory extends Omit<Schedule, 'due'> {
  /** How long to wait after the last review: minutes of a learning step, or days of the learner. */
  wait: { minutes: number } | { days: number };
}

/** The learning step after a review. For an imported review the other program's state decides, because its steps may differ. */
const nextStep = (algorithm: FSRSAlgorithm, previous: Omit<Schedule, 'due'> | undefined, { memory }: LoggedReview, grade: Grade) => {
  if (memory?.state === 'review') return undefined;
  const next = stepAfter(algorithm, previous?.state ?? 'new', previous?.step ?? 0, grade);
  return next ?? (memory && { scheduled_minutes: importedStepMinutes, next_step: 0 });
};

/** The memory after one more review. */
const remember = (previous: Omit<Schedule, 'due'> | undefined, review: LoggedReview, options: SchedulingOptions): Memory => {
  const { itemId, day, answeredAt } = review;
  const algorithm = algorithmFor(review.desiredRetention, options);
  const grade = grades[review.rating];
  // After a journey over the date line the learner's day may be an earlier one.
  const elapsed = previous ? Math.max(0, day - previous.lastDay) : 0;
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
  const daysOf = (): number => {
    algorithm.seed = `${itemId}:${reps}`;
    if (review.spread === undefined || !options.isFuzzed) return algorithm.next_interval(stability, elapsed);
    const exact = exactInterval(review.desiredRetention, stability, elapsed, options);
    return spreadInterval(exact, elapsed, algorithm.parameters.maximum_interval, review.spread);
  };
  return { ...common, state: 'review', step: 0, wait: { days: daysOf() } };
};

const withDue = ({ wait, ...memory }: Memory, { answeredAt, day, ...clock }: LoggedReview): Schedule => {
  const due = 'minutes' in wait ? new Date(Date.parse(answeredAt) + wait.minutes * minuteMs) : startOfDay(day + wait.days, clock);
  return { ...memory, due: due.toISOString() };
};

/**
 * The schedule after one more review, by FSRS-6. Days since the last review are the learner's days, as they were stored with the reviews. The
 * variation of an interval follows from the item and the number of the review, so that the same reviews always give the same schedule.
 * @param previous - the schedule after the review before; `undefined` for the first one
 */
export const afterReview = (previous: Schedule | undefined, review: LoggedReview, options: SchedulingOptions): Schedule =>
  withDue(remember(previous, review, options), review);

/**
 * The days on which an item may be due after a review, as numbers of days since 1970-01-01.
 * @returns `undefined` when there is nothing to choose: after learning steps, and for short intervals
 */
export const dueRangeAfter = (
  previous: Schedule | undefined,
  review: LoggedReview,
  { weights }: Weighted = {},
): { first: number; last: number } | undefined => {
  const { wait, stability } = remember(previous, review, { isFuzzed: false, weights });
  if (!('days' in wait) || wait.days < shortestVaried) return undefined;
  const elapsed = previous ? Math.max(0, review.day - previous.lastDay) : 0;
  const { maximum_interval: maximum } = algorithmFor(review.desiredRetention, { isFuzzed: false }).parameters;
  const exact = exactInterval(review.desiredRetention, stability, elapsed, { weights });
  const { min_ivl: first, max_ivl: last } = get_fuzz_range(exact, elapsed, maximum);
  return { first: review.day + first, last: review.day + last };
};

/** Order in time; of reviews at the same time the order of their ids. */
export const inTime = (a: LoggedReview, b: LoggedReview): number => {
  const [first, second] = a.answeredAt === b.answeredAt ? [a._id, b._id] : [a.answeredAt, b.answeredAt];
  return first < second ? -1 : first > second ? 1 : 0;
};

/** The schedule that all reviews of an item give, in whatever order they arrived. `undefined` without any. */
export const scheduleOf = (reviews: readonly LoggedReview[], options: SchedulingOptions = { isFuzzed: true }): Schedule | undefined => {
  const ordered = reviews.toSorted(inTime);
  let memory: Memory | undefined;
  for (const review of ordered) memory = remember(memory, review, options);
  const last = ordered.at(-1);
  return memory && last && withDue(memory, last);
};

/** Predictions do not depend on the wanted retention. */
const anyRetention = 0.9;

/** The predicted probability of recalling an item, 0 to 1, on a day of the learner. */
export const recallOn = (
  day: number,
  { stability, lastDay }: Pick<Schedule, 'stability' | 'lastDay'>,
  { weights }: Weighted = {},
): number => algorithmFor(anyRetention, { isFuzzed: false, weights }).forgetting_curve(Math.max(0, day - lastDay), stability);

/** The fields of a schedule that are needed to plan further days. */
export type MemoryOnly = Pick<Schedule, 'stability' | 'difficulty' | 'lastDay'>;

/** The most stabilities that a plan remembers. */
const memoriesKept = 20_000;

/** What follows from an item's memory, and from how many days it rested. */
interface GoodDay {
  difficultyBefore: number;
  stability: number;
  difficulty: number;
  days: number;
}

/**
 * Tells the memory after a day on which an item is answered right, with all its learning steps, and the days until it is due. Plans ask for the same
 * memories many times, so each is worked out once.
 * @returns a function; its first argument is `undefined` for a new item
 */
export const createGoodDays = ({ desiredRetention, weights }: Weighted & { desiredRetention: number }) => {
  const exact = algorithmFor(desiredRetention, { isFuzzed: false, weights });
  /** By stability, then by the days of rest. New items have no stability. */
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
