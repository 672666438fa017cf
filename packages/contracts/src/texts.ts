import * as z from '@lectern/contracts/schema';

/** A character that `trim` keeps. White space is listed, because regular expression engines define `\s` differently. */
export const notBlank = /[^\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/;

/** Compares the length in code points, as JSON Schema does, not in UTF-16 units. */
const isWithin = (text: string, longest: number): boolean =>
  text.length <= longest || (text.length <= 2 * longest && [...text].length <= longest);

/** Limits the length in characters. Checked before trimming, so that the API description is exact. */
export const longest = (characters: number, message = `At most ${characters} characters`) =>
  z.refine<string>((value) => isWithin(value, characters), message);

/** Requires a minimum length in characters. */
export const shortest = (characters: number, message: string) =>
  z.refine<string>((value) => [...value.slice(0, 2 * characters)].length >= characters, message);

/** A text that may be empty, not trimmed. */
export const text = (characters: number, message?: string) =>
  z.string().check(longest(characters, message), z.meta({ maxLength: characters }));

/** `1000000` → `1,000,000`. Avoids `toLocaleString`, which would load locale data on every page that imports these schemas. */
const grouped = (count: number): string => {
  const digits = String(count);
  const first = digits.length % 3;
  return [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].filter(Boolean).join(',');
};

/**
 * A text of up to a million characters, unchanged. Its limit is in the description instead of `maxLength`, because tools that generate requests
 * cannot generate such a text, and some of them crash.
 */
export const longText = (characters: number) =>
  z
    .string()
    .check(longest(characters), z.meta({ description: `At most ${grouped(characters)} characters.`, 'x-max-characters': characters }));

/**
 * A text that is not blank, trimmed.
 *
 * @example
 * z.object({ question: filledText(sizes.askedQuestion, 'Please type a question', `At most ${sizes.askedQuestion} characters`) });
 */
export const filledText = (characters: number, empty: string, message?: string) =>
  z.string().check(longest(characters, message), z.regex(notBlank, empty), z.trim(), z.meta({ maxLength: characters }));

/** Control characters, line and paragraph separators, and overrides of the text direction. */
const control = String.raw`\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069`;
/** Characters that are allowed in names but invisible alone: blanks, joiners, fillers, combining marks. */
const unseen = String.raw`\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u17b4\u17b5\u180b-\u180d\u180f\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a\ufe00-\ufe0f\ufe20-\ufe2f\u1ab0-\u1aff \u00a0\u00ad\u061c\u115f\u1160\u1680\u180e\u2000-\u200f\u202f\u205f-\u2065\u206a-\u206f\u2800\u3000\u3164\ufeff\uffa0\ufff0-\ufff8`;

/** At least one visible character and no control characters. Ranges are listed, because not every OpenAPI tool supports Unicode properties. */
const oneName = new RegExp(`^[${unseen}]*[^${unseen}${control}][^${control}]*$`);
const anyControl = new RegExp(`[${control}]`);
/** Cases that the pattern above cannot express: lone surrogates, and invisible characters beyond the BMP. */
const brokenSign = /\p{Cs}/u;
const drawnSign = /[^\p{Cc}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/** A name or title, trimmed. */
export const nameText = (characters: number, empty: string) =>
  z.string().check(
    longest(characters),
    z.refine<string>((value) => !anyControl.test(value) && !brokenSign.test(value), {
      error: 'Please leave out control characters',
      abort: true,
    }),
    z.regex(oneName, { error: empty, abort: true }),
    z.refine<string>((value) => drawnSign.test(value), empty),
    z.trim(),
    z.meta({ maxLength: characters }),
  );

/**
 * Converts a text to a title that `nameText` accepts, so that saving a generated title again does not fail.
 *
 * @param otherwise - the title for a text without a visible character
 */
export const titleFrom = (value: string, characters: number, otherwise: string): string => {
  // A title has at most two UTF-16 units per character; the text may be a whole book.
  const signs = [...value.slice(0, 2 * characters).replace(new RegExp(`[${control}]|\\p{Cs}`, 'gu'), ' ')];
  const title = signs.slice(0, characters).join('').trim();
  return oneName.test(title) && drawnSign.test(title) ? title : otherwise;
};

/** A text that may be empty, trimmed. */
export const trimmedText = (characters: number, message?: string) =>
  z.string().check(longest(characters, message), z.trim(), z.meta({ maxLength: characters }));
