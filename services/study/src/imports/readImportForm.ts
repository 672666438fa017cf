import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { calls, importBounds, sizes, type ExistingCards, type TextEncodingName } from '@lectern/contracts';
import type { ColumnChoice } from '@lectern/exchange/reading';
import {
  check,
  DomainError,
  readForm,
  type BodyReader,
  type FormRules,
  type ServiceEnvironment,
  type UploadBudget,
} from '@lectern/service-kit';

/** A file to import, and the learner's choices. */
export interface ImportUpload {
  name: string;
  bytes: Uint8Array;
  title: string | undefined;
  columns: ColumnChoice | undefined;
  existing?: ExistingCards | undefined;
  encoding?: TextEncodingName | undefined;
}

/** The maximum length of a character in UTF-8, in bytes. */
const bytesPerCharacter = 4;
const megabyte = 1024 * 1024;

const noFile = () => new DomainError('invalid', 'Please choose a file.', { errors: [{ path: 'file', message: 'Please choose a file.' }] });
const tooLarge = () => new DomainError('too_large', `The file is too large: at most ${Math.floor(importBounds.fileBytes / megabyte)} MB.`);

const rules: FormRules = {
  files: 1,
  fileBytes: importBounds.fileBytes,
  fieldBytes: sizes.title * bytesPerCharacter,
  fields: ['title', 'columns', 'existing', 'encoding'],
  judge: ({ field }) => (field === 'file' ? 'take' : 'ignore'),
  errors: {
    empty: () => new DomainError('invalid', 'The form is empty.'),
    fileTooLarge: tooLarge,
    filesTooLarge: tooLarge,
    tooManyFiles: () => new DomainError('invalid', 'Please send one file at a time.'),
    fieldTooLong: (field) => new DomainError('too_large', `The field ${field} is too long.`),
  },
};

/** Parses `2,1,header`, which counts cells from 1, to cells counted from 0. */
const columnsOf = (columns: string | undefined): ColumnChoice | undefined => {
  if (columns === undefined) return undefined;
  const [front, back, header] = columns.split(',');
  return { front: Number(front) - 1, back: Number(back) - 1, hasHeader: header !== undefined };
};

/** Hashes all fields, for the comparison under an `Idempotency-Key`. */
const hashOf = async ({ name, bytes, title, columns, existing, encoding }: ImportUpload): Promise<string> => {
  const ofFile = Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('base64url');
  return createHash('sha256')
    .update(JSON.stringify([name, title ?? '', columns ?? '', ofFile, existing ?? '', encoding ?? '']))
    .digest('base64url');
};

/**
 * Reads the form of an import as a stream, with limits from the first byte.
 *
 * @throws DomainError 415 if the body is not a form, 413 above the size limit, 429 and 503 if uploads use too much memory, 400 for other invalid
 * input
 */
export const importFormReader =
  (budget: UploadBudget): BodyReader<ImportUpload> =>
  async (c: Context<ServiceEnvironment>) => {
    const share = budget.begin(c.get('identity').userId ?? '');
    try {
      const {
        files: [file],
        fields,
      } = await readForm(c, share, rules);
      if (!file) throw noFile();
      // An empty field counts as absent.
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
      const { title, columns, existing, encoding } = check(calls.importDecks.body, { ...given, file: file.name });
      const body = { name: file.name, bytes: file.bytes, title, columns: columnsOf(columns), existing, encoding };
      return { body, hash: await hashOf(body), release: share.release };
    } catch (error) {
      share.release();
      throw error;
    }
  };
