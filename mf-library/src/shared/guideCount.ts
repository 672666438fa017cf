import { counted } from '@lectern/contracts';

/** '1 study guide', '3 study guides' */
export const guideCount = (count: number): string => counted(count, 'study guide');
