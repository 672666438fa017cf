// A reader that behaves as the file name says.
import { parentPort } from 'node:worker_threads';
import type { ReadingMessage, ReadingRequest } from '../src/reading/readingMessages.ts';

const send = (message: ReadingMessage): void => parentPort?.postMessage(message);
const text: ReadingMessage = { kind: 'text', source: { title: 'Read', language: 'en' } };

const acts: Readonly<Record<string, () => void>> = {
  'memory outside of the heap': () => {
    const held = Array.from({ length: 40 }, () => new Uint8Array(10_000_000).fill(1));
    for (;;) held[0]?.fill(2);
  },
  'memory of the heap': () => {
    for (let held: object = {}; ;) held = { before: held, text: Buffer.alloc(500_000, 'x').toString('latin1') };
  },
  'too long': () => {
    for (;;);
  },
  'too long after its text': () => {
    // More than a pipe can buffer, without returning to the event loop.
    for (let index = 0; index < 2_000; index += 1)
      send({
        kind: 'passages',
        passages: [{ kind: 'paragraph', level: 0, text: 'x'.repeat(1_000), pointer: { kind: 'text', paragraph: index + 1 } }],
      });
    send(text);
    for (;;);
  },
  fault: () => {
    throw new TypeError('The thread has a fault.');
  },
};

parentPort?.once('message', ({ request, bytes }: { request: ReadingRequest; bytes: Uint8Array }) => {
  acts[request.name]?.();
  send({
    kind: 'passages',
    passages: [{ kind: 'paragraph', level: 0, text: `${bytes.byteLength}`, pointer: { kind: 'text', paragraph: 1 } }],
  });
  send({ kind: 'end', source: { title: request.name, language: 'en' } });
});
