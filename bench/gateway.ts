import { createServer } from 'node:http';
import httpProxy from '@fastify/http-proxy';
import autocannon from 'autocannon';
import fastify from 'fastify';
import jwt from 'jsonwebtoken';
import type { BenchSite } from './site.ts';
import { median, row, type Row } from './table.ts';

const rounds = 3;
const seconds = 3;

const shoot = async (url: string, headers: Record<string, string>): Promise<number> => {
  const { requests, non2xx, errors } = await autocannon({ url, headers, connections: 32, duration: seconds });
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} answers that are no 2xx, ${errors} errors.`);
  return requests.average;
};

/**
 * The gateway in front of a small answer, against that answer direct, and against fastify + @fastify/http-proxy doing the
 * same token check in front of it. Interleaved rounds, so that a noisy machine is noisy for all.
 */
export async function benchGateway(site: BenchSite): Promise<Row[]> {
  const { token, secret, startGateway } = site;
  const payload = JSON.stringify([
    { _id: '1', name: 'Biology', studyMaterials: [], studyMaterialCount: 0, createdAt: '2026-03-05T10:00:00.000Z' },
  ]);
  const upstream = createServer((_request, response) => response.setHeader('content-type', 'application/json').end(payload));
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.address() as { port: number };
  const origin = `http://127.0.0.1:${port}`;
  const gateway = await startGateway(origin);

  const other = fastify();
  await other.register(httpProxy, {
    upstream: origin,
    preHandler: (request, reply, done) => {
      try {
        jwt.verify(String(request.headers['x-auth-token']), secret, { algorithms: ['HS256'], audience: 'lectern' });
        done();
      } catch {
        void reply.code(401).send({ msg: 'Please sign in.' });
      }
    },
  });
  const fastifyUrl = await other.listen({ port: 0, host: '127.0.0.1' });

  const headers = { 'x-auth-token': token };
  const targets = { direct: `${origin}/folders`, gateway: `${gateway.url}/folders`, fastify: `${fastifyUrl}/folders` };
  const requestsPerSecond: Record<keyof typeof targets, number[]> = { direct: [], gateway: [], fastify: [] };
  // The first round is for the compilers of all three alike: a process that has just started compiles what it runs.
  for (const url of Object.values(targets)) await shoot(url, headers);
  for (let round = 0; round < rounds; round++)
    for (const [name, url] of Object.entries(targets)) requestsPerSecond[name as keyof typeof targets].push(await shoot(url, headers));
  await Promise.all([gateway.close(), other.close()]);
  upstream.close();

  const direct = median(requestsPerSecond.direct);
  const ours = median(requestsPerSecond.gateway);
  const theirs = median(requestsPerSecond.fastify);
  return [
    row('gateway / direct', ours / direct, `${Math.round(ours)} against ${Math.round(direct)} requests/s`),
    row('gateway / fastify + http-proxy', ours / theirs, `${Math.round(ours)} against ${Math.round(theirs)} requests/s`),
  ];
}
