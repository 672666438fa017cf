import { fork } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

it('source that is not released is read by pages of this machine alone', async () => {
  const port = await freePort();
  const server = fork(join(import.meta.dirname, 'devServer.js'), ['mf-billing', join(root, 'mf-billing'), String(port)], { silent: true });
  try {
    await new Promise((resolve) => server.once('message', resolve));
    const readerOf = async (origin: string) => {
      const { status, headers } = await fetch(`http://localhost:${port}/remoteEntry.js`, { headers: { origin } });
      return [status, headers.get('access-control-allow-origin')];
    };
    for (const own of ['http://localhost:3000', 'http://127.0.0.1:3100', 'http://[::1]:3000'])
      expect(await readerOf(own)).toEqual([200, own]);
    for (const other of ['https://evil.example', 'http://localhost.evil.example', 'http://127.0.0.1.evil.example:3000', 'null'])
      expect((await readerOf(other))[1]).toBeNull();
  } finally {
    server.kill('SIGKILL');
  }
});
