import * as z from 'zod/mini';
import { AccountExportLine, internalPaths } from '@lectern/contracts';
import { maybeYield, stringifyInPieces } from '@lectern/document-store';
import type { Hono } from 'hono';
import { DomainError } from './DomainError.ts';
import type { InternalStream } from './internalStream.ts';
import type { Log } from './log.ts';
import type { ServiceEnvironment } from './ServiceEnvironment.ts';

/** A file of an account export. Long lists are split into parts, so that they need not fit into memory. */
export interface AccountExportFile {
  /** A path with `/`, whose parts are valid file names on every system. */
  name: string;
  content: string | Uint8Array | AsyncIterable<string>;
}

/** Yields all data of a service about a learner, file by file. */
export type ExportAccountFiles = (userId: string) => AsyncIterable<AccountExportFile>;

/** Formats a value as indented JSON, for programs and people. */
export const asJson = async (value: object): Promise<string> => `${await stringifyInPieces(value, { indent: 2 })}\n`;

/** Streams a long list as JSON with one entry per line. */
export async function* asJsonList(entries: AsyncIterable<unknown>): AsyncIterable<string> {
  let before = '[\n';
  for await (const entry of entries) {
    yield before + JSON.stringify(entry);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

const jsonLine = (line: AccountExportLine): string => `${JSON.stringify(line)}\n`;

/** The maximum length of a line, in characters of text or in bytes. A multiple of three bytes needs no base64 padding between lines. */
const charactersOfLine = 100_000;
const bytesOfLine = 96_000;

function* textLines(text: string): Iterable<AccountExportLine> {
  for (let from = 0; from < text.length;) {
    let to = from + charactersOfLine;
    // Does not split a surrogate pair.
    if (/[\uD800-\uDBFF]/.test(text.charAt(to - 1))) to += 1;
    yield { type: 'text', text: text.slice(from, to) };
    from = to;
  }
}

async function* contentLines(content: AccountExportFile['content']): AsyncIterable<AccountExportLine> {
  if (typeof content === 'string') yield* textLines(content);
  else if (content instanceof Uint8Array)
    for (let from = 0; from < content.length; from += bytesOfLine)
      yield { type: 'bytes', base64: Buffer.from(content.subarray(from, from + bytesOfLine)).toString('base64') };
  else for await (const text of content) yield* textLines(text);
}

async function* exportLines(files: AsyncIterable<AccountExportFile>): AsyncIterable<AccountExportLine> {
  for await (const { name, content } of files) {
    yield { type: 'file', name };
    for await (const line of contentLines(content)) {
      await maybeYield();
      yield line;
    }
  }
  yield { type: 'end' };
}

/**
 * Adds the internal call that streams a service's part of an account export, at its reader's pace. A failure is logged and ends the stream, which
 * the reader detects by the missing `end` line.
 */
export function serveAccountExport(app: Hono<ServiceEnvironment>, filesOf: ExportAccountFiles, log: Log): void {
  app.get(internalPaths.accountExport, (c) => {
    const { userId } = c.get('identity');
    const requestId = c.get('requestId');
    if (!userId) throw new DomainError('unauthenticated', 'An export is of one learner.');
    const lines = exportLines(filesOf(userId))[Symbol.asyncIterator]();
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        try {
          const { done, value } = await lines.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(jsonLine(value)));
        } catch (error) {
          log('error', 'account-export.failed', { requestId, error });
          controller.error(error);
        }
      },
      async cancel() {
        await lines.return?.();
      },
    });
    return c.body(body, 200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
  });
}

/** Reads the lines of another service's part of an account export. */
export async function* readAccountExport(
  stream: InternalStream,
  { from, ...request }: { from: Parameters<InternalStream>[0]['to']; userId: string; requestId: string; signal: AbortSignal },
): AsyncIterable<AccountExportLine> {
  for await (const line of stream({ ...request, to: from, path: internalPaths.accountExport }))
    yield z.parse(AccountExportLine, JSON.parse(line));
}
