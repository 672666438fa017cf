/** The number of cohorts that visitors are divided into, so that a canary's share can be set in hundredths of a percent. */
export const cohorts = 10_000;

/** Returns whether a number is a cohort: 0 to 9999. */
export const isCohort = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < cohorts;

/** FNV-1a with the last step of MurmurHash3, which spreads ids that differ only in their last letters. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/**
 * Returns the cohort of a signed-in person, the same on every device. Runs in browsers and on the page server.
 *
 * @returns 0 to 9999.
 */
export const cohortOf = (userId: string): number => hashOf(userId) % cohorts;

/**
 * Returns the place of a cohort in the order of a remote. Each remote starts with another cohort, so that the canaries of two remotes get
 * different visitors.
 */
export const placeFor = (remoteId: string, cohort: number): number => (cohort + hashOf(remoteId)) % cohorts;
