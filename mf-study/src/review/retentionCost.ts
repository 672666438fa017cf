/** The shape of FSRS-6's forgetting curve under its default parameters. */
const decay = 0.1542;

/** The interval at which recall falls to a share, as a multiple of the stability. */
const intervalAt = (retention: number): number => (retention ** (-1 / decay) - 1) / (0.9 ** (-1 / decay) - 1);

/** Relative number of reviews per time: one at each interval, and one more for each that was not recalled. */
const load = (retention: number): number => (1 + (1 - retention)) / intervalAt(retention);

/**
 * How many reviews a day another wanted retention costs in the long run: the present number, scaled by the ratio of the two loads.
 *
 * @param reviewsPerDay - at the present retention
 * @returns a whole number
 */
export const reviewsPerDayAt = (retention: number, present: { retention: number; reviewsPerDay: number }): number =>
  Math.round((present.reviewsPerDay * load(retention)) / load(present.retention));
