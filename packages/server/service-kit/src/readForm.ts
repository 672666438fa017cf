import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { Context } from 'hono';
import type { UploadShare } from './UploadBudget.ts';
import { DomainError } from './DomainError.ts';

/** A file of a form. */
export interface SentFile {
  /** The name of its field. */
  field: string;
  /** The sender's name of the file; empty without one. */
  name: string;
  bytes: Uint8Array;
}

export interface SentForm {
  files: readonly SentFile[];
  /** The text fields by name. */
  fields: Readonly<Record<string, string>>;
}

/** The limits of a form, and its error messages. */
export interface FormRules {
  /** The maximum number of files. */
  files: number;
  /** The maximum bytes of a file, and of all files together. */
  fileBytes: number;
  /** The maximum bytes of a text field. */
  fieldBytes: number;
  /** The names of the text fields to read. Others are ignored. */
  fields: readonly string[];
  /** Decides on a file before its content arrives. An error refuses the form. */
  judge: (file: { field: string; name: string; type: string }, before: readonly SentFile[]) => 'take' | 'ignore' | DomainError;
  errors: {
    empty: () => DomainError;
    fileTooLarge: () => DomainError;
    filesTooLarge: () => DomainError;
    tooManyFiles: () => DomainError;
    fieldTooLong: (field: string) => DomainError;
  };
}

/** More fields than a form has, so that unknown ones are ignored. */
const mostFields = 10;

const notMultipart = (cause?: unknown) =>
  new DomainError('unsupported_type', 'Send the form as multipart/form-data.', cause === undefined ? {} : { cause });

const openParser = (contentType: string, { files, fileBytes, fieldBytes }: FormRules): BusboyInstance => {
  const limits = { files, fields: mostFields, parts: mostFields + files + 1, headerPairs: 20, fileSize: fileBytes, fieldSize: fieldBytes };
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch (error) {
    throw notMultipart(error);
  }
};

/** Collects the parts of a form while it is parsed. Drops data once `isRefused` returns `true`. */
const collectParts = (
  parser: BusboyInstance,
  rules: FormRules,
  size: number,
  refuse: (error: unknown) => void,
  isRefused: () => boolean,
): SentForm => {
  const { errors } = rules;
  const files: SentFile[] = [];
  const fields: Record<string, string> = {};
  /** The received bytes of all files. */
  let received = 0;
  const cutOff = (error: unknown): void => refuse(new DomainError('invalid', 'The form could not be read.', { cause: error }));
  parser.on('file', (field, part, name = '', _encoding, type) => {
    // A body that ends within a file is also an error of the part. Without a listener it would end the process.
    part.on('error', cutOff);
    const judgement = rules.judge({ field, name, type }, files);
    if (judgement !== 'take') {
      part.resume();
      if (judgement !== 'ignore') refuse(judgement);
      return;
    }
    const file: SentFile = { field, name, bytes: new Uint8Array() };
    files.push(file);
    // The parts of a chunk arrive concurrently, so each file has its own buffer.
    let held: Buffer | undefined;
    let length = 0;
    part.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > rules.fileBytes) refuse(errors.filesTooLarge());
      if (isRefused()) return void (held = undefined);
      // Copied as it arrives, because joining 50 MB at the end would block the event loop. The system commits the memory when it is written to.
      held ??= Buffer.allocUnsafeSlow(Math.min(size, rules.fileBytes));
      if (length + chunk.length > held.length) held = Buffer.concat([held.subarray(0, length), chunk], 2 * (length + chunk.length));
      else chunk.copy(held, length);
      length += chunk.length;
    });
    part.on('limit', () => {
      refuse(errors.fileTooLarge());
    });
    part.on('end', () => {
      if (held && !isRefused()) file.bytes = held.subarray(0, length);
    });
  });
  parser.on('field', (name, value, _nameCut, valueCut) => {
    if (!rules.fields.includes(name)) return;
    if (valueCut) return refuse(errors.fieldTooLong(name));
    fields[name] = value;
  });
  parser.on('filesLimit', () => refuse(errors.tooManyFiles()));
  parser.on('error', cutOff);
  return { files, fields };
};

/**
 * Reads a form with files as a stream, with limits from the first byte. After a refusal the rest is read and dropped, so that the client gets the
 * answer.
 *
 * @throws DomainError 415 if the body is not a form, 413 above the limits, 429 and 503 if uploads use too much memory, 400 for other invalid input
 */
export const readForm = async (c: Context, share: UploadShare, rules: FormRules): Promise<SentForm> => {
  const contentType = c.req.header('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw notMultipart();
  const stream = c.req.raw.body;
  if (!stream) throw rules.errors.empty();
  return new Promise((resolve, reject) => {
    const parser = openParser(contentType, rules);
    const input = Readable.fromWeb(stream as ReadableStream);
    let isRefused = false;
    const refuse = (error: unknown): void => {
      isRefused = true;
      input.unpipe(parser);
      input.resume();
      reject(error);
    };
    const form = collectParts(parser, rules, Number(c.req.header('content-length') ?? 0), refuse, () => isRefused);
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
