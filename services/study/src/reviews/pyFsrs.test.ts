import { execFileSync } from 'node:child_process';
import type { ReviewRating } from '@lectern/contracts';
import { casesOfThisRun, findPythonPackage } from '@lectern/test-servers';
import { dayOf, dateOfDay } from './learnerDay.ts';
import { randomFrom } from '@lectern/contracts';
import { afterReview, scheduleOf, type LoggedReview, type Schedule } from './scheduleOf.ts';

const historiesCount = 2_000;
/** How many runs share them. */
const shares = 4;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

// py-fsrs counts whole periods of 24 hours since the last review.
const oracle = `
import json, sys
from datetime import datetime, timedelta, timezone
from fsrs import Card, Rating, Scheduler
ratings = {'again': Rating.Again, 'hard': Rating.Hard, 'good': Rating.Good, 'easy': Rating.Easy}
states = {1: 'learning', 2: 'review', 3: 'relearning'}
ends = []
for history in json.load(sys.stdin):
    scheduler = Scheduler(desired_retention=history['desiredRetention'], enable_fuzzing=False)
    card = Card()
    steps = []
    for review in history['reviews']:
        at = datetime.fromtimestamp(review['at'] / 1000, timezone.utc)
        card, _ = scheduler.review_card(card, ratings[review['rating']], at)
        steps.append({'state': states[int(card.state)], 'due': round(card.due.timestamp() * 1000), 'stability': card.stability, 'difficulty': card.difficulty})
    ends.append(steps)
json.dump(ends, sys.stdout)
`;

interface Step {
  state: string;
  /** Milliseconds since 1970. */
  due: number;
  stability: number;
  difficulty: number;
}

const ratings: readonly ReviewRating[] = ['again', 'again', 'hard', 'good', 'good', 'good', 'good', 'easy'];
/** None of them changes its clocks within the years of the histories, so that each day has 24 hours. */
const zones = ['UTC', 'Asia/Kolkata', 'Asia/Tokyo', 'Africa/Lagos', 'Asia/Kathmandu'];

/**
 * A history with the same days however days are counted: on each later day the answers are later in the day, and none is near the beginning of a
 * day. Gaps are minutes, or days up to three years.
 */
const historyOf = (number: number, random: () => number) => {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const settings = {
    desiredRetention: Math.round((0.7 + random() * 0.27) * 100) / 100,
    timeZone: pick(zones),
    dayStartsAt: pick([0, 2, 4]),
  };
  let at = Date.parse('2025-06-01T06:00:00Z');
  const reviews = Array.from({ length: 1 + Math.floor(random() * 24) }, (_, index) => {
    if (index > 0) at += (1 + Math.floor(random() * 12)) * minuteMs;
    if (random() < 0.65) at += Math.ceil(random() ** 4 * 1_095) * dayMs;
    return { at, rating: pick(ratings) };
  });
  const logged = reviews.map((review, index): LoggedReview => ({
    _id: String(index).padStart(3, '0'),
    itemId: `card-${number}`,
    rating: review.rating,
    answeredAt: new Date(review.at).toISOString(),
    day: dayOf(new Date(review.at), settings),
    ...settings,
  }));
  return { ...settings, reviews, logged };
};

/** The part by which two numbers differ; near zero the difference. */
const differenceOf = (one: number, other: number): number => Math.abs(one - other) / Math.max(1, Math.abs(other));

const found = findPythonPackage('fsrs');
const missing = 'missing' in found ? found.missing : undefined;

(missing === undefined ? it : it.skip)(
  `${historiesCount} histories over all runs end as in py-fsrs: due on the same day, stability and difficulty to 1e-6${missing === undefined ? '' : ` (${missing})`}`,
  () => {
    const random = randomFrom(20_261_122);
    const all = Array.from({ length: historiesCount }, (_, number) => historyOf(number, random));
    const histories = casesOfThisRun(all, shares);
    const input = JSON.stringify(histories.map(({ desiredRetention, reviews }) => ({ desiredRetention, reviews })));
    const python = 'python' in found ? found.python : '';
    const ends = JSON.parse(execFileSync(python, ['-c', oracle], { input, encoding: 'utf8', maxBuffer: 100_000_000 })) as Step[][];
    expect(ends).toHaveLength(histories.length);

    let [compared, worst] = [0, 0];
    const different: unknown[] = [];
    for (const [number, { logged, ...settings }] of histories.entries()) {
      let ours: Schedule | undefined;
      for (const [index, theirs] of (ends[number] ?? []).entries()) {
        ours = afterReview(ours, logged[index]!, { isFuzzed: false });
        const dayAt = (time: string | number) => dateOfDay(dayOf(new Date(time), settings));
        const difference = Math.max(differenceOf(ours.stability, theirs.stability), differenceOf(ours.difficulty, theirs.difficulty));
        compared += 1;
        worst = Math.max(worst, difference);
        const isSame = ours.state === theirs.state && dayAt(ours.due) === dayAt(theirs.due) && difference <= 1e-6;
        if (!isSame) different.push({ number, index, ours, theirs: { ...theirs, due: new Date(theirs.due).toISOString() } });
      }
      expect(scheduleOf(logged.toReversed(), { isFuzzed: false })).toEqual(ours);
    }
    console.log(
      `note: ${compared} schedules of ${histories.length} histories compared with py-fsrs; largest difference ${worst.toExponential(1)}`,
    );
    expect(different.slice(0, 3)).toEqual([]);
    expect(compared).toBeGreaterThan(10 * histories.length);
  },
);
