/**
 * Builds frontends for the processes of a run that ask for it (`build.process.js`). webpack is loaded and compiled by the engine once for all of them,
 * which is a third of the work of a first start. It ends with the process that started it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

// Nobody else may ask: a request names code to run. The name is short, because the system limits that of a socket.
const folder = mkdtempSync(join(tmpdir(), 'lectern-'));
const address = join(folder, 'builder');
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect']) process.on(name, () => process.exit());

/** @param {import('node:net').Socket} socket */
const answer = async (socket) => {
  const request = JSON.parse(await text(socket));
  // A run in which nothing changed never loads webpack.
  const { buildFrontend } = await import('./buildFrontend.js');
  socket.end(JSON.stringify(await buildFrontend(request)));
};

createServer({ allowHalfOpen: true }, (socket) => {
  // Whoever asked may be gone.
  socket.on('error', () => undefined);
  answer(socket).catch((error) => socket.end(JSON.stringify({ isBuilt: false, report: error.stack })));
}).listen(address, () => process.send?.(address));
