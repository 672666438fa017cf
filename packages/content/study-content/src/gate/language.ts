import { otherLanguage } from '@lectern/documents/language';
import { onceFor } from '../text/onceFor.ts';

/** The languages of a source: material in two languages is valid, and so are items in either. */
export const languagesOf = onceFor(
  ({ language, passages }): ReadonlySet<string> => new Set([language, ...passages.flatMap((passage) => passage.language ?? [])]),
);

/** Whether a text is clearly in a language that its material is not in. False where either is uncertain. */
export const isInOtherLanguage = (text: string, languages: ReadonlySet<string>): boolean => otherLanguage(text, languages) !== undefined;
