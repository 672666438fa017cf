import { startToxiproxy, type Proxy } from '@lectern/test-servers';
import { startGarbageServer } from './startGarbageServer.ts';

/**
 * A fault of a line: late answers, no connection, answers that end after their first bytes, connections on which nothing arrives, random bytes
 * in place of answers.
 */
export const lineFaults = ['slow', 'cut', 'broken off', 'half-open', 'garbage'] as const;
export type LineFault = (typeof lineFaults)[number];

/** A line between two programs that can be spoilt. */
export interface FaultyLine {
  port: number;
  /** Spoils the line. @returns heals it */
  spoil(fault: LineFault): Promise<() => Promise<void>>;
}

export interface FaultyLines {
  line(name: string, upstream: { host: string; port: number }): Promise<FaultyLine>;
  stop(): Promise<void>;
}

/** Of each answer; a call of Lectern's needs several. */
const slowMs = 100;
/** Within the head of an answer of MongoDB, Stripe and SMTP. */
const brokenOffAfterBytes = 20;

/** Lines through toxiproxy. Ask `engineFor('go')` first. */
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
