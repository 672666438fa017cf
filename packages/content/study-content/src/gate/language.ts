import { otherLanguage } from '@lectern/documents/language';
import { onceFor } from '../text/onceFor.ts';

/** The languages of a source. Items may be in any of them. */
export const languagesOf = onceFor(
  ({ language, passages }): ReadonlySet<string> => new Set([language, ...passages.flatMap((passage) => passage.language ?? [])]),
);

/** Whether a text is clearly in another language than its material. False if either is uncertain. */
export const isInOtherLanguage = (text: string, languages: ReadonlySet<string>): boolean => otherLanguage(text, languages) !== undefined;
