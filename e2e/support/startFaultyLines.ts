import { startToxiproxy, type Proxy } from '@lectern/test-servers';
import { startGarbageServer } from './startGarbageServer.ts';

/**
 * The faults of a line: late responses, no connection, responses that end after their first bytes, connections on which nothing arrives,
 * and random bytes instead of responses.
 */
export const lineFaults = ['slow', 'cut', 'broken off', 'half-open', 'garbage'] as const;
export type LineFault = (typeof lineFaults)[number];

/** A line between two programs that can be disturbed. */
export interface FaultyLine {
  port: number;
  /** Applies a fault. @returns a function that removes it */
  spoil(fault: LineFault): Promise<() => Promise<void>>;
}

export interface FaultyLines {
  line(name: string, upstream: { host: string; port: number }): Promise<FaultyLine>;
  stop(): Promise<void>;
}

/** The delay of each response. One call to Lectern needs several. */
const slowMs = 100;
/** Within the head of a response from MongoDB, Stripe or SMTP. */
const brokenOffAfterBytes = 20;

/** Starts lines through toxiproxy. Requires `engineFor('go')`. */
export async function startFaultyLines(): Promise<FaultyLines> {
  const [toxiproxy, garbage] = await Promise.all([startToxiproxy(), startGarbageServer()]);
  return {
    async line(name, upstream) {
      const proxy = await toxiproxy.proxy(name, upstream);
      return {
        port: proxy.port,
        spoil: (fault) => spoilers[fault](proxy, { upstream, garbage: { host: '127.0.0.1', port: garbage.port } }),
      };
    },
    async stop() {
      await toxiproxy.stop();
      await garbage.stop();
    },
  };
}

interface Servers {
  upstream: { host: string; port: number };
  garbage: { host: string; port: number };
}
const spoilers: Record<LineFault, (proxy: Proxy, servers: Servers) => Promise<() => Promise<void>>> = {
  slow: (proxy) => proxy.add({ type: 'latency', attributes: { latency: slowMs } }),
  cut: async (proxy) => {
    await proxy.setUp(false);
    return () => proxy.setUp(true);
  },
  'broken off': (proxy) => proxy.add({ type: 'limit_data', attributes: { bytes: brokenOffAfterBytes } }),
  'half-open': (proxy) => proxy.add({ type: 'timeout', attributes: { timeout: 0 } }),
  garbage: async (proxy, { upstream, garbage }) => {
    await proxy.pointAt(garbage);
    return () => proxy.pointAt(upstream);
  },
};
