import { Agent, request } from 'node:http';

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Parsed JSON, or else text. */
  body: unknown;
  milliseconds: number;
}

/** Uses a new connection for each request: the server might close a kept one while the next request is in flight. */
const agent = new Agent({ maxSockets: 32 });

/** Sends a request with exactly this path, these headers and these bytes; `fetch` would normalise them. */
export const rawRequest = (
  api: string,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string | string[]>; body?: string | Uint8Array } = {},
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(api);
    const begun = performance.now();
    const outgoing = request(
      {
        hostname,
        port,
        method,
        path,
        agent,
        headers: { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          let parsed: unknown = text;
          try {
            parsed = JSON.parse(text);
          } catch {
            // The caller decides whether text is acceptable.
          }
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: parsed, milliseconds: performance.now() - begun });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
