/** How many shares visitors are divided into: a canary's share can be set to a hundredth of a percent. */
export const cohorts = 10_000;

/** Whether a number is a share: 0 to 9999. */
export const isCohort = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < cohorts;

/** FNV-1a with MurmurHash3's last step, which spreads ids that differ only in their last letters. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/**
 * The share that a signed-in person belongs to, the same on every device. Runs in browsers and on the page server.
 *
 * @returns 0 to 9999.
 */
export const cohortOf = (userId: string): number => hashOf(userId) % cohorts;

/** The place of a cohort in the order of a remote. Each remote starts with another cohort, so two canaries get different visitors. */
export const placeFor = (remoteId: string, cohort: number): number => (cohort + hashOf(remoteId)) % cohorts;
