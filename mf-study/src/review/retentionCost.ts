/** The decay of FSRS-6's forgetting curve with default parameters. */
const decay = 0.1542;

/** The interval after which recall drops to `retention`, as a multiple of the stability. */
const intervalAt = (retention: number): number => (retention ** (-1 / decay) - 1) / (0.9 ** (-1 / decay) - 1);

/** Relative number of reviews per unit of time: one per interval, plus one for each lapse. */
const load = (retention: number): number => (1 + (1 - retention)) / intervalAt(retention);

/**
 * Estimates the long-term reviews per day at another desired retention: the current number, scaled by the ratio of the two loads.
 *
 * @param reviewsPerDay - at the current retention
 * @returns a whole number
 */
export const reviewsPerDayAt = (retention: number, present: { retention: number; reviewsPerDay: number }): number =>
  Math.round((present.reviewsPerDay * load(retention)) / load(present.retention));
