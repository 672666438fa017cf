import { onceForText } from '../../../text/onceForText.ts';

/** The numbers of a text, as they are written. */
export const quantitiesIn = onceForText((text): ReadonlySet<string> => new Set(text.match(/\d+(?:[.,]\d+)*/g) ?? []));
