import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { Context } from 'hono';
import type { UploadShare } from './createUploadBudget.ts';
import { DomainError } from './DomainError.ts';

/** A form with one file. */
export interface SentForm {
  file: { name: string; bytes: Uint8Array } | undefined;
  /** Fields of text, by their names. */
  fields: Readonly<Record<string, string>>;
}

export interface FormLimits {
  /** Bytes of the file. */
  fileBytes: number;
  /** Bytes of a field of text. */
  fieldBytes: number;
  /** Names of the fields that are read. Others are ignored. */
  fields: readonly string[];
}

/** The most parts of a form, more than it has, so that an unknown field is ignored. */
const partLimits = { files: 1, fields: 10, parts: 12, headerPairs: 20 } as const;
const megabyte = 1024 * 1024;

const notMultipart = (cause?: unknown) =>
  new DomainError('unsupported_type', 'Send the form as multipart/form-data.', cause === undefined ? {} : { cause });

const openParser = (contentType: string, { fileBytes, fieldBytes }: FormLimits): BusboyInstance => {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: { ...partLimits, fileSize: fileBytes, fieldSize: fieldBytes } });
  } catch (error) {
    throw notMultipart(error);
  }
};

const fileTooLarge = ({ fileBytes }: FormLimits) =>
  new DomainError('too_large', `The file is too large: at most ${Math.floor(fileBytes / megabyte)} MB.`);

/** Collects the parts of a form while it is parsed. `isRefused`: data that is still coming is dropped. */
const collectParts = (parser: BusboyInstance, limits: FormLimits, refuse: (error: unknown) => void, isRefused: () => boolean): SentForm => {
  const fields: Record<string, string> = {};
  const form: SentForm = { file: undefined, fields };
  parser.on('file', (field, part, name) => {
    if (field !== 'file') {
      part.resume();
      return;
    }
    const chunks: Buffer[] = [];
    part.on('data', (chunk: Buffer) => {
      if (!isRefused()) chunks.push(chunk);
    });
    part.on('limit', () => {
      chunks.length = 0;
      refuse(fileTooLarge(limits));
    });
    part.on('end', () => {
      if (!isRefused()) form.file = { name: name ?? '', bytes: Buffer.concat(chunks) };
      chunks.length = 0;
    });
  });
  parser.on('field', (name, value, _nameCut, valueCut) => {
    if (!limits.fields.includes(name)) return;
    if (valueCut) return refuse(new DomainError('too_large', `The field ${name} is too long.`));
    fields[name] = value;
  });
  parser.on('filesLimit', () => refuse(new DomainError('invalid', 'Please send one file at a time.')));
  parser.on('error', (error: unknown) => refuse(new DomainError('invalid', 'The form could not be read.', { cause: error })));
  return form;
};

/**
 * Reads a form with one file, named `file`, as it arrives, with limits from the first byte. After a refusal the rest is read and dropped, so that the
 * client gets the answer.
 * @throws DomainError 415 for what is no form, 413 over the limits, 429 and 503 when uploads use too much memory, 400 for other invalid input
 */
export const readForm = async (c: Context, share: UploadShare, limits: FormLimits): Promise<SentForm> => {
  const contentType = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw notMultipart();
  const stream = c.req.raw.body;
  if (!stream) throw new DomainError('invalid', 'The form is empty.');
  return new Promise((resolve, reject) => {
    const parser = openParser(contentType, limits);
    const input = Readable.fromWeb(stream as ReadableStream);
    let isRefused = false;
    const refuse = (error: unknown): void => {
      isRefused = true;
      input.unpipe(parser);
      input.resume();
      reject(error);
    };
    const form = collectParts(parser, limits, refuse, () => isRefused);
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
};
