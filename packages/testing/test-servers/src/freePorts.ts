import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * Below the ephemeral ports, which start at 32768. An ephemeral port may be free now and used by an outgoing connection of a test when its
 * program listens.
 */
const firstPort = 18_000;
const blockSize = 100;
const blocks = 140;

/** Ports of this process's blocks that were not handed out yet. */
const unused: number[] = [];

const listenOn = (port: number): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

/**
 * Takes a block of ports for this process, which listens on the first one until it ends. So no other process that asks here hands these ports out:
 * not before a program listens, and not while it is started again.
 */
const takeBlock = async (): Promise<void> => {
  // From a random one on, since other processes search at the same time.
  const start = randomInt(blocks);
  for (let offset = 0; offset < blocks; offset += 1) {
    const first = firstPort + ((start + offset) % blocks) * blockSize;
    const lock = await listenOn(first);
    if (!lock) continue;
    lock.unref();
    for (let port = first + 1; port < first + blockSize; port += 1) unused.push(port);
    return;
  }
  throw new Error(`All blocks of ports from ${firstPort} on are taken.`);
};

/** Programs that do not ask here may use a port of the block. */
const isFree = async (port: number): Promise<boolean> => {
  const probe = await listenOn(port);
  if (!probe) return false;
  await new Promise((resolve) => probe.close(resolve));
  return true;
};

let taking: Promise<void> | undefined;
/** Calls at the same time take one block together. */
const takeBlockOnce = (): Promise<void> =>
  (taking ??= takeBlock().finally(() => {
    taking = undefined;
  }));

/** A free port of loopback. It is handed out once: a program may end and listen on it again. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = unused.shift();
    if (port === undefined) await takeBlockOnce();
    else if (await isFree(port)) return port;
  }
};

/** Free ports of loopback, all different; see `freePort`. */
export const freePorts = (count: number): Promise<number[]> => Promise.all(Array.from({ length: count }, freePort));
