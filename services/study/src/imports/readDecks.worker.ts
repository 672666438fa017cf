// Reads one file with cards in the thread of a process; see `watchReading`.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { ImportError } from '@lectern/exchange/reading';
import { messagesOf, readerFiles, type ReaderMessage, type ReaderRequest } from './readerMessages.ts';
import { previewUpload, readUpload } from './readUpload.ts';

const folder = workerData as string;
const send = (message: ReaderMessage): void => parentPort?.postMessage(message);

const request = JSON.parse(await readFile(join(folder, readerFiles.request), 'utf8')) as ReaderRequest;
try {
  const bytes = await readFile(join(folder, readerFiles.upload));
  const read = await readUpload(bytes, { folder, columns: request.columns, encoding: request.encoding, now: new Date(request.now) });
  if (request.kind === 'preview') send({ kind: 'preview', preview: previewUpload(read, { name: request.name, title: request.title }) });
  else for (const message of messagesOf(read)) send(message);
} catch (error) {
  if (!(error instanceof ImportError)) throw error;
  send({ kind: 'failure', code: error.code, message: error.message });
}
