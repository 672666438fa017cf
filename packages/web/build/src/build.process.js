/**
 * Builds the frontend in the working directory, with the run's builder if there is one.
 *
 *   node ../packages/web/build/src/build.process.js [CONFIGURATION]
 */
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** @typedef {{ isBuilt: boolean, report: string }} Built */

const request = { folder: process.cwd(), configFile: process.argv[2] ?? 'webpack.config.js' };
const address = process.env.LECTERN_BUILDER;

/** @returns {Promise<Built | undefined>} `undefined` if the builder ended before its answer. */
const askBuilder = async (/** @type {string} */ at) => {
  const socket = connect({ path: at, allowHalfOpen: true });
  socket.end(JSON.stringify(request));
  const answer = await text(socket).catch(() => '');
  try {
    return JSON.parse(answer);
  } catch {
    process.stdout.write('The builder of this run has ended: this process builds instead.\n');
    return undefined;
  }
};

/** @returns {Promise<Built>} */
const buildHere = async () => {
  // The federation plugin reads a version from the working directory, and the release is named by its content: all builds use the same directory.
  process.chdir(join(import.meta.dirname, '..', '..', '..', '..'));
  const { buildFrontend } = await import('./buildFrontend.js');
  return buildFrontend(request);
};

const { isBuilt, report } = (address ? await askBuilder(address) : undefined) ?? (await buildHere());
if (report) process.stdout.write(`${report}\n`);
if (!isBuilt) process.exitCode = 1;
