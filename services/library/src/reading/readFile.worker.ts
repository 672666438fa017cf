// Reads one file in a thread; see `readFile.process.ts`.
import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { DocumentError } from '@lectern/documents/texts';
import { messagesOfMaterial, messagesOfPart, type ReadingMessage, type ReadingRequest } from './readingMessages.ts';

const sendAll = (messages: Iterable<ReadingMessage>): void => {
  for (const message of messages) parentPort?.postMessage(message, message.kind === 'bytes' ? [message.bytes.buffer] : []);
};

// The process is killed, so Node would not write its compile cache. The parsers are loaded by kind, because loading takes longer than reading.
const read = async ({ kind, name }: ReadingRequest, bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
  if (kind === 'deck') {
    const { readDeck, readPictures, sourceOfDeck, workedMilliseconds } = await import('@lectern/documents/decks');
    flushCompileCache();
    const deck = await readDeck(bytes);
    return sendAll(messagesOfMaterial({ source: sourceOfDeck(deck), pictures: await readPictures(bytes, deck, workedMilliseconds) }));
  }
  const { readDocument, workedMilliseconds } = await import('@lectern/documents');
  flushCompileCache();
  let isInParts = false;
  const material = await readDocument(bytes, name, workedMilliseconds, (part) => {
    isInParts = true;
    sendAll(messagesOfPart(part));
  });
  sendAll(isInParts ? [{ kind: 'end' }] : messagesOfMaterial(material));
};

parentPort?.once('message', async ({ request, bytes }: { request: ReadingRequest; bytes: Uint8Array<ArrayBuffer> }) => {
  try {
    await read(request, bytes);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    sendAll([{ kind: 'failure', code: error.code === 'unsupported-type' ? error.code : 'unreadable-file', message: error.message }]);
  }
});
