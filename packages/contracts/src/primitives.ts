import * as z from '@lectern/contracts/schema';
import { asciiAddress } from './emailAddress.ts';
import { longest, nameText, shortest, text, trimmedText } from './texts.ts';

/** The maximum length of each kind of text, in characters. */
export const sizes = {
  name: 200,
  title: 200,
  description: 2_000,
  stylePreference: 2_000,
  password: 1_024,
  passwordMinimum: 8,
  email: 254,
  cardSide: 2_000,
  question: 2_000,
  option: 1_000,
  explanation: 4_000,
  reportComment: 1_000,
  cards: 500,
  markQuote: 2_000,
  markContext: 200,
  markNote: 2_000,
  marks: 500,
  /** The id of a section on the page of a guide. */
  section: 500,
  questions: 100,
  pastedText: 1_000_000,
  markdown: 2_000_000,
  search: 200,
  askedQuestion: 500,
  jsonBytes: 5_000_000,
  /** The maximum size of a Stripe event. */
  webhookBytes: 1_000_000,
  /** The maximum size of a deck and its documents together. */
  fileBytes: 50 * 1024 * 1024,
  documents: 5,
  /** The maximum size of a source's stored text: a MongoDB document has at most 16 MB, and the guide is about as long. */
  sourceBytes: 6_000_000,
} as const;

/** The media type of a deck. */
export const pptxType = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

/** The media types of documents: PDF, Word, Markdown and text. The content of a document decides its type. */
export const documentTypes = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/markdown',
  'text/plain',
] as const;

/** The registered media type of Anki packages. */
export const ankiType = 'application/apkg';

/** The media types of files with cards: Anki packages, comma- and tab-separated values, text. The content of a file decides its type. */
export const deckFileTypes = [ankiType, 'text/csv', 'text/tab-separated-values', 'text/plain'] as const;

/** An `Idempotency-Key`: 1 to 200 visible characters. */
export const idempotencyKey = /^[!-~]{1,200}$/;

/** An id: a string that sorts by creation. Paths with an invalid id answer 404. */
export const Id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not an id'), z.meta({ maxLength: 64 }));

/** Up to 100 ids of study materials in one query value, comma-separated. */
export const MaterialIds = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64}){0,99}$/, 'Up to 100 ids, comma-separated'));

/** A list of one to `most` unique ids. */
export const uniqueIds = (most: number) =>
  z.array(Id).check(
    z.minLength(1, 'At least one id'),
    z.maxLength(most),
    z.refine((ids) => new Set(ids).size === ids.length, 'Each id only once'),
    z.meta({ uniqueItems: true }),
  );

/** A point in time: ISO 8601, UTC. */
export const Time = z.iso.datetime();

/** A name or title, trimmed: at least one visible character, no control characters. */
export const Name = nameText(sizes.name, 'Please fill in this field');

/** Returns the error message of a name; `undefined` if it is valid. */
export const nameProblem = (name: string): string | undefined => Name.safeParse(name).error?.issues[0]?.message;

/** The form that mail servers accept: at most 64 characters before the @, and at most 63 between two dots after it. */
const emailAddress =
  /^(?=[^@]{1,64}@)(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

/** An e-mail address, trimmed, in lower case and with an ASCII domain, so that every spelling belongs to one account. */
export const Email = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.overwrite(asciiAddress),
    z.maxLength(sizes.email, 'Please enter a valid email address'),
    z.email({ pattern: emailAddress, message: 'Please enter a valid email address' }),
  );

/** Returns the error message of an e-mail address; `undefined` if it is valid. */
export const emailProblem = (email: string): string | undefined => Email.safeParse(email).error?.issues[0]?.message;

/** A password in a form that sets one. */
export const NewPassword = z
  .string()
  .check(
    shortest(sizes.passwordMinimum, 'Password must be at least 8 characters long'),
    longest(sizes.password, 'Password must be at most 1024 characters long'),
    z.meta({ minLength: sizes.passwordMinimum, maxLength: sizes.password }),
  );

/** A password in a form that checks one. */
export const Password = z
  .string()
  .check(
    z.minLength(1, 'Please enter your password'),
    longest(sizes.password, 'Password must be at most 1024 characters long'),
    z.meta({ maxLength: sizes.password }),
  );

/** The requested style: a name (ADPIE, IRAC, …) or free text. Empty, absent and `null` mean none. */
export const StylePreference = z.optional(z.nullable(trimmedText(sizes.stylePreference)));

/** A whole number in a query: only digits, without the other notations of JavaScript. */
export const WholeNumber = z.pipe(z.coerce.string().check(z.regex(/^(?:0|[1-9][0-9]{0,15})$/, 'Not a whole number')), z.transform(Number));

/** The query of a list call: at most 100 items per page, newest first. */
export const PageQuery = z.object({
  limit: z.optional(z.pipe(WholeNumber, z.int().check(z.minimum(1), z.maximum(100)))),
  after: z.optional(Id),
  q: z.optional(text(sizes.search)),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** The answer to a deletion. */
export const Deleted = z.object({ _id: Id });

/** The answer of a call that only returns a message. */
export const Message = z.object({ message: z.string() });

/** The reason for generating fewer items than requested. */
export const Shortfall = z.object({ asked: z.int(), made: z.int(), reason: z.string() });
export type Shortfall = z.infer<typeof Shortfall>;

/** The file name of a calendar's address: the learner, the calendar and the signature. */
export const calendarFile = /^([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{43})\.ics$/;
