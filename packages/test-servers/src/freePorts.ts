import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/**
 * Systems take no port below 32768 for an outgoing connection, and every test has many of those: a port from above would be free now and
 * taken by the time its program listens, or listens again.
 */
const range = { first: 20_000, end: 32_000 };
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
 * Ports of loopback that were free just now, all different: each is held until the last one is known.
 *
 * @throws Error when none is free.
 */
export const freePorts = async (count: number): Promise<number[]> => {
  const held = new Map<number, Server>();
  for (let left = tries + count; held.size < count && left > 0; left -= 1) {
    // By chance, since other processes look for theirs at the same moment.
    const port = randomInt(range.first, range.end);
    const probe = await hold(port);
    if (probe) held.set(port, probe);
  }
  await Promise.all([...held.values()].map((probe) => new Promise((resolve) => probe.close(resolve))));
  if (held.size < count) throw new Error(`No port from ${range.first} to ${range.end} is free.`);
  return [...held.keys()];
};

/** As `freePorts`, one. */
export const freePort = async (): Promise<number> => {
  const [port = 0] = await freePorts(1);
  return port;
};
