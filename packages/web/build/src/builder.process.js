/**
 * Builds frontends for the processes of a run that request it (`build.process.js`). webpack is loaded, and compiled by V8, once for all of
 * them, which is a third of the work of a first start. Ends with the process that started it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Ends this process before it has sent an address. Each frontend is then built by a separate process. */
const giveUp = (/** @type {NodeJS.ErrnoException} */ error) => {
  process.stderr.write(
    `One builder for all frontends could not start (${error.code ?? error.message}): each is built by a process of its own.\n`,
  );
  process.exit();
};

/** The system allows 103 bytes for the name of a socket (macOS), 107 (Linux); `mkdtemp` adds six letters. */
const isShort = (/** @type {string} */ parent) => Buffer.byteLength(join(parent, 'lectern-XXXXXX', 'builder')) <= 103;

/** Only this user can access the folder and therefore send requests: a request names code to run. */
const makeFolder = () => {
  const parent = isShort(tmpdir()) ? tmpdir() : '/tmp';
  try {
    return mkdtempSync(join(parent, 'lectern-'));
  } catch (error) {
    return giveUp(/** @type {NodeJS.ErrnoException} */ (error));
  }
};

const folder = makeFolder();
const address = join(folder, 'builder');
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.on(name, () => process.exit());

/** @param {import('node:net').Socket} socket */
const answer = async (socket) => {
  const request = JSON.parse(await text(socket));
  // A run without changes never loads webpack.
  const { buildFrontend } = await import('./buildFrontend.js');
  socket.end(JSON.stringify(await buildFrontend(request)));
};

const server = createServer({ allowHalfOpen: true }, (socket) => {
  // The client may have disconnected.
  socket.on('error', () => undefined);
  answer(socket).catch((error) => socket.end(JSON.stringify({ isBuilt: false, report: error.stack })));
});
server.once('error', giveUp);
server.listen(address, () => process.send?.(address));
