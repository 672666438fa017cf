import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small host that takes PUT, for tests. */
export interface PutHost {
  url: string;
  files: Map<string, { bytes: Buffer; headers: IncomingHttpHeaders }>;
  stop: () => Promise<void>;
}

/** @param options - `conditions`: whether it knows `If-Match` and `If-None-Match`; nginx does not, for PUT */
export const startPutHost = async ({ token, conditions }: { token: string; conditions: boolean }): Promise<PutHost> => {
  const files: PutHost['files'] = new Map();
  const server = createServer((request, response) => {
    const { method, url = '/', headers } = request;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const end = (status: number, body?: Buffer, more: Record<string, string> = {}) => void response.writeHead(status, more).end(body);
      if (headers.authorization !== `Bearer ${token}`) return end(401, Buffer.from('who are you?'));
      const found = files.get(url);
      const tag = found && `"${createHash('md5').update(found.bytes).digest('hex')}"`;
      if (method === 'PUT') {
        if (conditions && headers['if-none-match'] === '*' && found) return end(412);
        if (conditions && headers['if-match'] !== undefined && headers['if-match'] !== tag) return end(412);
        files.set(url, { bytes: Buffer.concat(chunks), headers });
        return end(found ? 204 : 201);
      }
      if (!found) return end(404);
      if (method === 'DELETE') {
        files.delete(url);
        return end(204);
      }
      return end(200, method === 'HEAD' ? undefined : found.bytes, conditions && tag !== undefined ? { etag: tag } : {});
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/releases`,
    files,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
};
