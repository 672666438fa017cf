/** '1 study guide', '3 study guides' */
export const guideCount = (count: number): string => `${String(count)} study ${count === 1 ? 'guide' : 'guides'}`;
