import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createModelServer, type ModelServer } from './createModelServer.ts';
import type { ModelServerOptions } from './ModelServerOptions.ts';

/** A simulated server that listens on this machine. */
export interface StartedModelServer extends Omit<ModelServer, 'fetch'> {
  /** `http://127.0.0.1:port` */
  url: string;
  /** What `OPENAI_BASE_URL` is set to. */
  baseURL: string;
  stop(): Promise<void>;
}

const bodyOf = async (incoming: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

const serve = async (server: ModelServer, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort(new DOMException('The caller is gone.', 'AbortError')));
  const { method = 'GET', url = '/', headers } = incoming;
  const body = await bodyOf(incoming);
  const { authorization } = headers;
  const response = await server.fetch(`http://127.0.0.1${url}`, {
    method,
    headers: authorization === undefined ? {} : { authorization },
    ...(method !== 'GET' && method !== 'HEAD' && { body }),
    signal: gone.signal,
  });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  for await (const part of response.body ?? []) outgoing.write(part);
  outgoing.end();
};

/**
 * Serves a simulated model on a port of this machine, for tests of whole services and for demonstrations.
 *
 * @param port - Defaults to a free one.
 */
export async function startModelServer({ port = 0, ...options }: ModelServerOptions & { port?: number } = {}): Promise<StartedModelServer> {
  const server = createModelServer(options);
  const listener = createServer((incoming, outgoing) => {
    // The connection breaks where the core throws.
    serve(server, incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(port, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  return {
    url,
    baseURL: `${url}/v1`,
    requests: server.requests,
    get mostAtOnce() {
      return server.mostAtOnce;
    },
    stop: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        listener.closeAllConnections();
      }),
  };
}
