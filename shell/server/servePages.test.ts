/** @jest-environment node */
import { Agent, request } from 'node:http';
import { servePages } from './servePages.ts';

const ask = (port: number, path: string, agent: Agent): Promise<{ status: number; connection: string | undefined }> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, agent }, (answer) => {
      answer.resume().once('end', () => {
        resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection });
      });
    })
      .once('error', reject)
      .end();
  });

test('after the signal it is not ready, still answers, closes connections, and ends although a browser keeps one open', async () => {
  let finish: (() => void) | undefined;
  const underWay = new Promise<void>((resolve) => (finish = resolve));
  const pages = await servePages({
    fetch: async (incoming) => {
      if (new URL(incoming.url).pathname === '/slow') await underWay;
      return new Response('page');
    },
    port: 0,
    host: '127.0.0.1',
    drainSeconds: 1,
  });
  const keepAlive = new Agent({ keepAlive: true });
  expect(await ask(pages.port, '/health/ready', keepAlive)).toEqual({ status: 200, connection: 'keep-alive' });

  const slow = ask(pages.port, '/slow', new Agent());
  const ended = pages.stop();
  expect(pages.stop()).toBe(ended);
  expect(await ask(pages.port, '/health/ready', keepAlive)).toEqual({ status: 503, connection: 'close' });
  expect(await ask(pages.port, '/', new Agent())).toEqual({ status: 200, connection: 'close' });
  finish?.();
  expect((await slow).status).toBe(200);
  await ended;
  await expect(ask(pages.port, '/', new Agent())).rejects.toThrow('ECONNREFUSED');
});

test('a port that is taken is an error', async () => {
  const options = { fetch: () => new Response(), host: '127.0.0.1', drainSeconds: 0 };
  const first = await servePages({ ...options, port: 0 });
  await expect(servePages({ ...options, port: first.port })).rejects.toThrow('EADDRINUSE');
  await first.stop();
});
