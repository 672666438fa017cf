import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * Below the ephemeral ports, which start at 32768. An ephemeral port may be free now and used by an outgoing connection of a test when its
 * program listens.
 */
const shared = { first: 20_000, end: 32_000 };
/** For a program that ends and starts again on its port: no other test takes it meanwhile. */
const reserved = { first: 18_000, end: 20_000 };
const tries = 100;

const hold = (port: number): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => {
      resolve(undefined);
    });
    probe.listen(port, '127.0.0.1', () => {
      resolve(probe);
    });
  });

/**
 * Free ports of loopback, all different: each is held until the last one is found.
 *
 * @throws Error when none is free.
 */
export const freePorts = async (count: number, range = shared): Promise<number[]> => {
  const held = new Map<number, Server>();
  for (let left = tries + count; held.size < count && left > 0; left -= 1) {
    // Random, because other processes search for ports at the same time.
    const port = randomInt(range.first, range.end);
    const probe = await hold(port);
    if (probe) held.set(port, probe);
  }
  await Promise.all([...held.values()].map((probe) => new Promise((resolve) => probe.close(resolve))));
  if (held.size < count) throw new Error(`No port from ${range.first} to ${range.end} is free.`);
  return [...held.keys()];
};

/** One free port. */
export const freePort = async (): Promise<number> => {
  const [port = 0] = await freePorts(1);
  return port;
};

/** One free port that is not handed out to others while its program does not listen. */
export const reservedPort = async (): Promise<number> => {
  const [port = 0] = await freePorts(1, reserved);
  return port;
};
