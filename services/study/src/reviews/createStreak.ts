import type { ReviewStore } from './reviewCollections.ts';

/** A longer streak is not counted. */
const longestStreak = 3_660;

/** Days in a row with a review. The number up to a past day is kept. */
export function createStreak({ reviews, learners }: ReviewStore) {
  const hasReviews = async (userId: string, day: number): Promise<boolean> => (await reviews.count('byDay', { userId, day })) > 0;

  /** Days in a row with a review up to a past day. */
  const streakThrough = async (userId: string, through: number): Promise<number> => {
    const learner = await learners.get({ userId, _id: userId });
    const kept = learner?.streak?.version === learner?.version ? learner?.streak : undefined;
    if (kept?.through === through) return kept.days;
    let days = 0;
    while (days < longestStreak && (await hasReviews(userId, through - days))) {
      days += 1;
      if (kept && through - days === kept.through) {
        days += kept.days;
        break;
      }
    }
    if (learner) {
      const { version } = learner;
      await learners.update({ userId, _id: userId }, { set: { streak: { version, through, days } } }, { equals: { version } });
    }
    return Math.min(days, longestStreak);
  };

  /** Days in a row with a review, up to today, or to yesterday when there is none today yet. */
  return async (userId: string, today: number): Promise<number> => {
    const before = await streakThrough(userId, today - 1);
    return (await hasReviews(userId, today)) ? before + 1 : before;
  };
}
