import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { Context } from 'hono';
import { pptxType, sizes } from '@lectern/contracts';
import { largestUpload } from '@lectern/contracts/body-limits';
import { DomainError, type ReadBody, type ServiceEnvironment, type UploadBudget, type UploadShare } from '@lectern/service-kit';
import type { Upload, UploadedFile } from './domain/createMaterialReader.ts';

const tooLarge = () => new DomainError('too_large', 'The file is too large: at most 50 MB.');
const tooLargeTogether = () => new DomainError('too_large', 'The files are too large together: at most 50 MB.');
const tooMany = () => new DomainError('invalid', `Please choose at most ${sizes.documents} documents.`);
const textTooLong = () => new DomainError('too_large', 'The text is too long: at most 1,000,000 characters.');
const styleTooLong = () =>
  new DomainError('invalid', 'The style preference is too long: at most 2,000 characters.', {
    errors: [{ path: 'stylePreference', message: 'At most 2000 characters' }],
  });
const noContent = () => new DomainError('invalid', 'Please enter some content or upload a PowerPoint file');
const notMultipart = (cause?: unknown) =>
  new DomainError('unsupported_type', 'Send the form as multipart/form-data.', cause === undefined ? {} : { cause });

/** The text of a form field: line ends become `\n` again, and `null` means empty. */
const textOf = (field = ''): string => (field === 'null' ? '' : field.replaceAll('\r\n', '\n'));

/**
 * Reads the form of "Create study guide" as a stream with limits from the first byte.
 * @throws DomainError 415 for another type or name than .pptx, 413 over the size limits, 429 and 503 when uploads use too much memory,
 * 400 for other invalid input. The content of documents is looked at when they are read
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

/** The fields of the form as they were sent. */
interface Form {
  file: UploadedFile | undefined;
  documents: UploadedFile[];
  textContent?: string;
  stylePreference?: string;
}

/** The most parts of a form, more than it has, so that an unknown field is ignored. */
const formLimits = { files: 1 + sizes.documents, fields: 10, parts: 11 + sizes.documents, headerPairs: 20 } as const;
/** The most bytes of a character in UTF-8. */
const bytesPerCharacter = 4;

const openParser = (contentType: string): BusboyInstance => {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { ...formLimits, fileSize: sizes.fileBytes, fieldSize: sizes.pastedText * bytesPerCharacter },
    });
  } catch (error) {
    throw notMultipart(error);
  }
};

/** Why a file of the form is not taken; an unknown field, and one where no file was chosen, is ignored. */
function problemOf(
  form: Form,
  { field, name, type }: { field: string; name: string | undefined; type: string },
): DomainError | 'ignored' | undefined {
  if (!name || (field !== 'file' && field !== 'documents')) return 'ignored';
  if (field === 'documents') return form.documents.length < sizes.documents ? undefined : tooMany();
  if (form.file) return new DomainError('invalid', 'Please upload one file at a time.');
  const isDeck = type === pptxType && name.toLowerCase().endsWith('.pptx');
  return isDeck ? undefined : new DomainError('unsupported_type', 'Please upload a PPTX file');
}

/** Collects the parts of a form while it is parsed. `isRefused`: data that is still coming is dropped. */
function collectParts(parser: BusboyInstance, refuse: (error: unknown) => void, isRefused: () => boolean): Form {
  const form: Form = { file: undefined, documents: [] };
  let received = 0;
  parser.on('file', (field, part, name, _encoding, type) => {
    const problem = problemOf(form, { field, name, type });
    if (problem !== undefined || !name) {
      part.resume();
      if (problem && problem !== 'ignored') refuse(problem);
      return;
    }
    const uploaded: UploadedFile = { name, bytes: new Uint8Array() };
    if (field === 'file') form.file = uploaded;
    else form.documents.push(uploaded);
    const chunks: Buffer[] = [];
    part.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > sizes.fileBytes) refuse(tooLargeTogether());
      if (isRefused()) chunks.length = 0;
      else chunks.push(chunk);
    });
    part.on('limit', () => {
      chunks.length = 0;
      refuse(tooLarge());
    });
    part.on('end', () => {
      if (!isRefused()) uploaded.bytes = Buffer.concat(chunks);
      chunks.length = 0;
    });
  });
  parser.on('field', (name, value, _nameCut, valueCut) => {
    if (name !== 'textContent' && name !== 'stylePreference') return;
    if (valueCut) return refuse(textTooLong());
    form[name] = value;
  });
  parser.on('filesLimit', () => refuse(tooMany()));
  parser.on('error', (error: unknown) => refuse(new DomainError('invalid', 'The form could not be read.', { cause: error })));
  return form;
}

/** Parses a form as it arrives. After a refusal the rest is read and dropped, so that the client gets the answer. */
const parseForm = (stream: ReadableStream, contentType: string, share: UploadShare): Promise<Form> =>
  new Promise((resolve, reject) => {
    const parser = openParser(contentType);
    const input = Readable.fromWeb(stream);
    let isRefused = false;
    const refuse = (error: unknown) => {
      isRefused = true;
      input.unpipe(parser);
      input.resume();
      reject(error);
    };
    const form = collectParts(parser, refuse, () => isRefused);
    parser.on('finish', () => resolve(form));
    input.on('error', (error) => reject(new DomainError('invalid', 'The upload was cut off.', { cause: error })));
    input.on('data', (chunk: Buffer) => {
      if (isRefused) return;
      try {
        share.take(chunk.length);
      } catch (error) {
        refuse(error);
      }
    });
    input.pipe(parser);
  });

const hashOfFile = async ({ name, bytes }: UploadedFile): Promise<[string, string]> => [
  name,
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64url'),
];

/** Compared for the `Idempotency-Key`. Files are hashed off the event loop, since 50 MB take a tenth of a second. */
const hashOf = async ({ file, documents, textContent, stylePreference }: Upload): Promise<string> => {
  const [name = null, ofFile = ''] = file ? await hashOfFile(file) : [];
  const ofDocuments = await Promise.all(documents.map(hashOfFile));
  return createHash('sha256')
    .update(JSON.stringify([name, textContent, stylePreference ?? '', ofFile, ...ofDocuments.flat()]))
    .digest('base64url');
};

async function readUpload(c: Context, share: UploadShare): Promise<ReadBody<Upload>> {
  const contentType = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw notMultipart();
  if (Number(c.req.header('content-length') ?? 0) > largestUpload) throw tooLarge();
  const stream = c.req.raw.body;
  if (!stream) throw noContent();

  const form = await parseForm(stream as ReadableStream, contentType, share);
  const textContent = textOf(form.textContent);
  if (textContent.length > sizes.pastedText) throw textTooLong();
  const style = textOf(form.stylePreference).trim();
  if (style.length > sizes.stylePreference) throw styleTooLong();
  if (!form.file && form.documents.length === 0 && !textContent.trim()) throw noContent();
  const body = { file: form.file, documents: form.documents, textContent, stylePreference: style || undefined };
  return { body, hash: await hashOf(body) };
}
