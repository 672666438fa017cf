import { onceFor } from '../text/onceFor.ts';
import { valuesOf } from './numbers.ts';

/** All that a source says. */
export const allText = onceFor((source) => source.passages.map(({ text }) => text).join('\n'));

/** Every number that it may mean, and those of its title. */
export const allValues = onceFor((source) => valuesOf(`${source.title}\n${allText(source)}`));
