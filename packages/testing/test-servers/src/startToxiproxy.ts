import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './freePorts.ts';
import { startProgram } from './startProgram.ts';
import { provideToxiproxy } from './startStripeMock.ts';

/** A fault of toxiproxy; its README describes the attributes. */
export type Toxic =
  | { type: 'latency'; attributes: { latency: number; jitter?: number } }
  | { type: 'bandwidth'; attributes: { rate: number } }
  | { type: 'timeout'; attributes: { timeout: number } }
  | { type: 'reset_peer'; attributes: { timeout: number } }
  | { type: 'slicer'; attributes: { average_size: number; size_variation: number; delay: number } }
  | { type: 'limit_data'; attributes: { bytes: number } };

/** A proxy between two programs. */
export interface Proxy {
  port: number;
  /** Adds a fault. `toxicity` is the share of affected connections. @returns removes the fault */
  add(toxic: Toxic, options?: { stream?: 'upstream' | 'downstream'; toxicity?: number }): Promise<() => Promise<void>>;
  /** Cuts the connection, or restores it. */
  setUp(isUp: boolean): Promise<void>;
  /** Connects to another server from now on. Open connections are cut. */
  pointAt(upstream: { host: string; port: number }): Promise<void>;
}

export interface Toxiproxy {
  proxy(name: string, upstream: { host: string; port: number }): Promise<Proxy>;
  stop(): Promise<void>;
}

/** Starts toxiproxy on a free port. Ask `engineFor('go')` first. */
export async function startToxiproxy(): Promise<Toxiproxy> {
  const folder = await provideToxiproxy();
  const port = await freePort();
  const { stop } = await startProgram(join(folder, 'toxiproxy'), ['-host', '127.0.0.1', '-port', String(port)], /Starting .*HTTP server/i);
  // It says so before it listens.
  const isUp = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/version`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let tries = 0; tries < 500 && !(await isUp()); tries += 1) await delay(20);
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`toxiproxy: ${method} ${path}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : undefined;
  };
  return {
    async proxy(name, upstream) {
      const listen = await freePort();
      await ask('POST', '/proxies', { name, listen: `127.0.0.1:${listen}`, upstream: `${upstream.host}:${upstream.port}`, enabled: true });
      let count = 0;
      return {
        port: listen,
        async add(toxic, { stream = 'downstream', toxicity = 1 } = {}) {
          count += 1;
          const toxicName = `${toxic.type}-${count}`;
          await ask('POST', `/proxies/${name}/toxics`, { name: toxicName, stream, toxicity, ...toxic });
          return async () => {
            await ask('DELETE', `/proxies/${name}/toxics/${toxicName}`);
          };
        },
        async setUp(enabled) {
          await ask('POST', `/proxies/${name}`, { enabled });
        },
        async pointAt({ host, port: upstreamPort }) {
          await ask('POST', `/proxies/${name}`, { upstream: `${host}:${upstreamPort}` });
        },
      };
    },
    stop,
  };
}
