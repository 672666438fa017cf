import { guideStyles } from '@lectern/study-content';

/** The parts of each named style, by its name. */
export const styleParts: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  guideStyles.map(({ name, parts }) => [name, parts]),
);
