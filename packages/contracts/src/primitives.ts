import * as z from '@lectern/contracts/schema';
import { asciiAddress } from './emailAddress.ts';
import { longest, nameText, shortest, text, trimmedText } from './texts.ts';

/** Longest of each kind of text, in characters. */
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
  /** The id of a section on a guide's page. */
  section: 500,
  questions: 100,
  pastedText: 1_000_000,
  markdown: 2_000_000,
  search: 200,
  askedQuestion: 500,
  jsonBytes: 5_000_000,
  /** The largest event of Stripe. */
  webhookBytes: 1_000_000,
  /** A deck and documents together. */
  fileBytes: 50 * 1024 * 1024,
  documents: 5,
  /** The largest stored text of a source: a MongoDB document has at most 16 MB, and the guide is about as long. */
  sourceBytes: 6_000_000,
} as const;

/** The media type of a deck. */
export const pptxType = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

/** The media types of documents: PDF, Word, Markdown and text. A document is recognised by its content. */
export const documentTypes = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/markdown',
  'text/plain',
] as const;

/** The media type under which Anki registers its packages. */
export const ankiType = 'application/apkg';

/** The media types of files that decks are made of: packages of Anki, comma- and tab-separated values, text. A file is recognised by its content. */
export const deckFileTypes = [ankiType, 'text/csv', 'text/tab-separated-values', 'text/plain'] as const;

/** An `Idempotency-Key`: 1 to 200 visible characters. */
export const idempotencyKey = /^[!-~]{1,200}$/;

/** An id: a string that sorts by creation. A text of another form is not an id, so a path with it answers 404. */
export const Id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not an id'), z.meta({ maxLength: 64 }));

/** One to `most` ids, each once. */
export const uniqueIds = (most: number) =>
  z.array(Id).check(
    z.minLength(1, 'At least one id'),
    z.maxLength(most),
    z.refine((ids) => new Set(ids).size === ids.length, 'Each id only once'),
    z.meta({ uniqueItems: true }),
  );

/** A point in time: ISO 8601, UTC. */
export const Time = z.iso.datetime();

/** A name or title: one visible character at least, no control character; trimmed. */
export const Name = nameText(sizes.name, 'Please fill in this field');

/** The message that a form shows beside a name; `undefined` for a valid name. */
export const nameProblem = (name: string): string | undefined => Name.safeParse(name).error?.issues[0]?.message;

/** The form that mail servers accept: at most 64 characters before the @, and 63 between two dots after it. */
const emailAddress =
  /^(?=[^@]{1,64}@)(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

/** A typed mail address, trimmed, in lower case and with an ASCII domain, so that every spelling belongs to one account. */
export const Email = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.overwrite(asciiAddress),
    z.maxLength(sizes.email, 'Please enter a valid email address'),
    z.email({ pattern: emailAddress, message: 'Please enter a valid email address' }),
  );

/** What is wrong with a typed mail address; undefined when nothing is. */
export const emailProblem = (email: string): string | undefined => Email.safeParse(email).error?.issues[0]?.message;

/** A password that is being chosen. */
export const NewPassword = z
  .string()
  .check(
    shortest(sizes.passwordMinimum, 'Password must be at least 8 characters long'),
    longest(sizes.password, 'Password must be at most 1024 characters long'),
    z.meta({ minLength: sizes.passwordMinimum, maxLength: sizes.password }),
  );

/** A password that is being checked. */
export const Password = z
  .string()
  .check(
    z.minLength(1, 'Please enter your password'),
    longest(sizes.password, 'Password must be at most 1024 characters long'),
    z.meta({ maxLength: sizes.password }),
  );

/** The style that the learner asks for: a name (ADPIE, IRAC, …) or free words. Empty, absent and `null` mean none. */
export const StylePreference = z.optional(z.nullable(trimmedText(sizes.stylePreference)));

/** A whole number in an address: only digits, none of the other forms that JavaScript accepts. */
export const WholeNumber = z.pipe(z.coerce.string().check(z.regex(/^(?:0|[1-9][0-9]{0,15})$/, 'Not a whole number')), z.transform(Number));

/** Query of a list call: a page of at most 100, newest first. */
export const PageQuery = z.object({
  limit: z.optional(z.pipe(WholeNumber, z.int().check(z.minimum(1), z.maximum(100)))),
  after: z.optional(Id),
  q: z.optional(text(sizes.search)),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** Answer of a deletion. */
export const Deleted = z.object({ _id: Id });

/** Answer of a call that returns only a message. */
export const Message = z.object({ message: z.string() });

/** Why fewer items were made than were asked for. */
export const Shortfall = z.object({ asked: z.int(), made: z.int(), reason: z.string() });
export type Shortfall = z.infer<typeof Shortfall>;

/** The file name in the address of a calendar: the learner, the calendar and the signature. */
export const calendarFile = /^([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{43})\.ics$/;
