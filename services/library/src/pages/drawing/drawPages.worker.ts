// Draws the pages of one PDF in a thread; see `drawPages.process.ts`.
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { drawPages, type SoughtPassage } from '@lectern/documents';
import { encodePage } from '@lectern/pictures/encode-page';
import type { DrawingMessage, DrawingRequest } from './drawingMessages.ts';

// As in `readFile.worker.ts`.
flushCompileCache();

const port = parentPort;
if (!port) throw new Error('This module runs in a thread.');
const send = (message: DrawingMessage): void => port.postMessage(message);

port.once('message', async ({ request, bytes }: { request: DrawingRequest; bytes: Uint8Array<ArrayBuffer> }) => {
  const { from, passagesSize } = request;
  const passages = JSON.parse(new TextDecoder().decode(bytes.subarray(0, passagesSize))) as SoughtPassage[];
  for await (const page of drawPages(bytes.subarray(passagesSize), { passages, from })) {
    if (page.kind === 'undrawn') {
      send(page);
      if (page.isLast) return;
      continue;
    }
    const { kind: _kind, pixels, ...drawn } = page;
    const picture = await encodePage({ ...drawn, pixels });
    const answered = once(port, 'message');
    send({ kind: 'picture', ...drawn, bytes: picture });
    await answered;
  }
  send({ kind: 'end' });
});
