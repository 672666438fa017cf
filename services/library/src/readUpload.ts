import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { pptxType, sizes } from '@lectern/contracts';
import { largestUpload } from '@lectern/contracts/body-limits';
import {
  DomainError,
  readForm,
  type FormRules,
  type ReadBody,
  type ServiceEnvironment,
  type UploadBudget,
  type UploadShare,
} from '@lectern/service-kit';
import type { Upload, UploadedFile } from './materials/readMaterial.ts';

const tooLarge = () => new DomainError('too_large', 'The file is too large: at most 50 MB.');
const tooLargeTogether = () => new DomainError('too_large', 'Together, the files are too large: at most 50 MB.');
const tooMany = () => new DomainError('invalid', `Please choose at most ${sizes.documents} documents.`);
const textTooLong = () => new DomainError('too_large', 'The text is too long: at most 1,000,000 characters.');
const styleTooLong = () =>
  new DomainError('invalid', 'The style preference is too long: at most 2,000 characters.', {
    errors: [{ path: 'stylePreference', message: 'At most 2000 characters' }],
  });
const noContent = () => new DomainError('invalid', 'Please enter some content or upload a PowerPoint file');

/** Returns the text of a form field with line ends as `\n`. `null` means empty. */
const textOf = (field = ''): string => (field === 'null' ? '' : field.replaceAll('\r\n', '\n'));

/**
 * Reads the form of "Create study guide" as a stream, with limits from the first byte.
 *
 * @throws DomainError 415 for a type or name other than .pptx, 413 above the size limits, 429 and 503 if uploads use too much memory,
 * 400 for other invalid input. The content of documents is checked later, when they are read
 */
export const createUploadReader =
  (budget: UploadBudget) =>
  async (c: Context<ServiceEnvironment>): Promise<ReadBody<Upload>> => {
    const share = budget.begin(c.get('identity').userId ?? '');
    try {
      return { ...(await readUpload(c, share)), release: share.release };
    } catch (error) {
      share.release();
      throw error;
    }
  };

/** The maximum length of a character in UTF-8, in bytes. */
const bytesPerCharacter = 4;

/** Returns whether a file of the form is accepted. Unknown fields and fields without a chosen file are ignored. */
const judge: FormRules['judge'] = ({ field, name, type }, before) => {
  if (!name || (field !== 'file' && field !== 'documents')) return 'ignore';
  if (field === 'documents') return before.filter((each) => each.field === field).length < sizes.documents ? 'take' : tooMany();
  if (before.some((each) => each.field === field)) return new DomainError('invalid', 'Please upload one file at a time.');
  const isDeck = type === pptxType && name.toLowerCase().endsWith('.pptx');
  return isDeck ? 'take' : new DomainError('unsupported_type', 'Please upload a PPTX file');
};

const rules: FormRules = {
  files: 1 + sizes.documents,
  fileBytes: sizes.fileBytes,
  fieldBytes: sizes.pastedText * bytesPerCharacter,
  fields: ['textContent', 'stylePreference'],
  judge,
  errors: {
    empty: noContent,
    fileTooLarge: tooLarge,
    filesTooLarge: tooLargeTogether,
    tooManyFiles: tooMany,
    fieldTooLong: textTooLong,
  },
};

const hashOfFile = async ({ name, bytes }: UploadedFile): Promise<[string, string]> => [
  name,
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64url'),
];

/** Hashes all fields, for the comparison under an `Idempotency-Key`. Files are hashed off the event loop, because 50 MB take 0.1 s. */
const hashOf = async ({ file, documents, textContent, stylePreference }: Upload): Promise<string> => {
  const [name = null, ofFile = ''] = file ? await hashOfFile(file) : [];
  const ofDocuments = await Promise.all(documents.map(hashOfFile));
  return createHash('sha256')
    .update(JSON.stringify([name, textContent, stylePreference ?? '', ofFile, ...ofDocuments.flat()]))
    .digest('base64url');
};

async function readUpload(c: Context, share: UploadShare): Promise<ReadBody<Upload>> {
  if (Number(c.req.header('content-length') ?? 0) > largestUpload) throw tooLarge();
  const { files, fields } = await readForm(c, share, rules);
  const [file] = files.filter(({ field }) => field === 'file');
  const documents = files.filter(({ field }) => field === 'documents');
  const textContent = textOf(fields['textContent']);
  if (textContent.length > sizes.pastedText) throw textTooLong();
  const style = textOf(fields['stylePreference']).trim();
  if (style.length > sizes.stylePreference) throw styleTooLong();
  if (!file && documents.length === 0 && !textContent.trim()) throw noContent();
  const body = { file, documents, textContent, stylePreference: style || undefined };
  return { body, hash: await hashOf(body) };
}
