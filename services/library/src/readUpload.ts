import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { Context } from 'hono';
import { pptxType, sizes } from '@lectern/contracts';
import { largestUpload } from '@lectern/contracts/body-limits';
import { DomainError, type ReadBody, type ServiceEnvironment } from '@lectern/service-kit';
import type { UploadBudget, UploadShare } from './createUploadBudget.ts';
import type { Upload } from './domain/createMaterials.ts';

const tooLarge = () => new DomainError('too_large', 'The file is too large: at most 50 MB.');
const textTooLong = () => new DomainError('too_large', 'The text is too long: at most 1,000,000 characters.');
const notMultipart = (cause?: unknown) =>
  new DomainError('unsupported_type', 'Send the form as multipart/form-data.', cause === undefined ? {} : { cause });

/** The text of a form field: line ends become `\n` again, and `null` means empty. */
const textOf = (field = ''): string => (field === 'null' ? '' : field.replaceAll('\r\n', '\n'));

/**
 * Reads the form of "Create study guide" as a stream with limits from the first byte.
 * @throws DomainError 415 for another type or name than .pptx, 413 over the size limits, 429 and 503 when uploads use too much memory,
 * 400 for other invalid input
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

async function readUpload(c: Context, share: UploadShare): Promise<ReadBody<Upload>> {
  const contentType = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw notMultipart();
  if (Number(c.req.header('content-length') ?? 0) > largestUpload) throw tooLarge();
  const stream = c.req.raw.body;
  if (!stream) throw new DomainError('invalid', 'Please enter some content or upload a PowerPoint file');

  const fields: { textContent?: string; stylePreference?: string } = {};
  let file: { name: string; bytes: Uint8Array } | undefined;
  await new Promise<void>((resolve, reject) => {
    let busboy: BusboyInstance;
    try {
      busboy = new Busboy({
        headers: { 'content-type': contentType },
        limits: { fileSize: sizes.fileBytes, files: 1, fields: 10, fieldSize: sizes.pastedText * 4, parts: 12, headerPairs: 20 },
      });
    } catch (error) {
      return reject(notMultipart(error));
    }
    const input = Readable.fromWeb(stream as ReadableStream);
    let hasFailed = false;
    const fail = (error: unknown) => {
      hasFailed = true;
      input.unpipe(busboy);
      input.resume();
      reject(error);
    };
    busboy.on('file', (field, part, name, _encoding, type) => {
      if (field !== 'file' || !name) {
        part.resume();
        return;
      }
      if (type !== pptxType || !name.toLowerCase().endsWith('.pptx')) {
        part.resume();
        return fail(new DomainError('unsupported_type', 'Please upload a PPTX file'));
      }
      const chunks: Buffer[] = [];
      part.on('data', (chunk: Buffer) => {
        if (!hasFailed) chunks.push(chunk);
      });
      part.on('limit', () => {
        chunks.length = 0;
        fail(tooLarge());
      });
      part.on('end', () => {
        if (!hasFailed) file = { name, bytes: Buffer.concat(chunks) };
        chunks.length = 0;
      });
    });
    busboy.on('field', (name, value, _nameCut, valueCut) => {
      if (name !== 'textContent' && name !== 'stylePreference') return;
      if (valueCut) return fail(textTooLong());
      fields[name] = value;
    });
    busboy.on('filesLimit', () => fail(new DomainError('invalid', 'Please upload one file at a time.')));
    busboy.on('finish', () => resolve());
    busboy.on('error', (error: unknown) => fail(new DomainError('invalid', 'The form could not be read.', { cause: error })));
    input.on('error', (error) => reject(new DomainError('invalid', 'The upload was cut off.', { cause: error })));
    input.on('data', (chunk: Buffer) => {
      if (hasFailed) return;
      try {
        share.take(chunk.length);
      } catch (error) {
        fail(error);
      }
    });
    input.pipe(busboy);
  });

  const textContent = textOf(fields.textContent);
  if (textContent.length > sizes.pastedText) throw textTooLong();
  const style = textOf(fields.stylePreference).trim();
  if (style.length > sizes.stylePreference)
    throw new DomainError('invalid', 'The style preference is too long: at most 2,000 characters.', {
      errors: [{ path: 'stylePreference', message: 'At most 2000 characters' }],
    });
  if (!file && !textContent.trim()) throw new DomainError('invalid', 'Please enter some content or upload a PowerPoint file');

  // Off the event loop, since 50 MB take a tenth of a second.
  const ofFile = file ? Buffer.from(await crypto.subtle.digest('SHA-256', file.bytes)).toString('base64url') : '';
  const hash = createHash('sha256')
    .update(JSON.stringify([file?.name ?? null, textContent, style, ofFile]))
    .digest('base64url');
  return { body: { file, textContent, stylePreference: style || undefined }, hash };
}
