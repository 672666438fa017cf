import { nginxMissing } from '@lectern/e2e/nginx';
import { workSecondsOf } from '@lectern/e2e/work-seconds';
import autocannon from 'autocannon';
import { startCheckingNginx, startProgram, type Program } from './gateway/startProgram.ts';
import type { BenchSite } from './site.ts';
import { median, row, type Row } from './table.ts';

const rounds = 5;
const seconds = 3;
const connections = 32;

interface Shot {
  requestsPerSecond: number;
  /** CPU time per call, summed over all processes between the client and the small response. */
  microseconds: number;
}

const shoot = async ({ url, pids }: Pick<Program, 'url' | 'pids'>, headers: Record<string, string>): Promise<Shot> => {
  const before = workSecondsOf(...pids);
  const { requests, non2xx, errors } = await autocannon({ url: `${url}/folders`, headers, connections, duration: seconds });
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} answers that are no 2xx, ${errors} errors.`);
  return { requestsPerSecond: requests.average, microseconds: ((workSecondsOf(...pids) - before) / requests.total) * 1_000_000 };
};

/**
 * The gateway in front of a server with a small response, against that server alone, fastify + @fastify/http-proxy, and nginx with
 * `auth_request` to a checker on Node. Each runs as its own process. Rounds are interleaved, so that noise affects all alike.
 *
 * The duties of the gateway for each call: verify the session token (once, then from a cache), give the call an id, add the internal credential and
 * the client's address, forward no headers but the known ones in both directions, add the headers of every answer, count the call and its duration
 * in a histogram, and log one line of JSON. fastify has all of these. Only the gateway checks that the target is canonical, matches the call against
 * the contract, looks up ended sessions, lets a learner's calls wait for their turn, and watches for clients that do not read. nginx only has the
 * first duty, the id and the headers.
 */
export async function benchGateway(site: BenchSite): Promise<Row[]> {
  const { token, secret, startGateway } = site;
  const direct = await startProgram('smallAnswer.ts');
  const gateway = await startGateway(direct.url);
  const programs: Record<string, Program> = {
    direct,
    gateway: { url: gateway.url, pids: [gateway.pid], stop: gateway.close },
    'fastify + http-proxy': await startProgram('fastifyProxy.ts', direct.url, secret),
    ...(nginxMissing() === undefined && {
      'nginx + auth_request': await startCheckingNginx(direct.url, await startProgram('tokenChecker.ts', secret)),
    }),
  };
  const headers = { 'x-auth-token': token };
  const shots = Object.fromEntries(Object.keys(programs).map((name): [string, Shot[]] => [name, []]));
  // Warms up the JIT of each.
  for (const program of Object.values(programs)) await shoot(program, headers);
  for (let round = 0; round < rounds; round++)
    for (const [name, program] of Object.entries(programs)) shots[name]?.push(await shoot(program, headers));
  for (const program of Object.values(programs)) await program.stop();

  const of = (name: string, figure: keyof Shot): number => median((shots[name] ?? []).map((shot) => shot[figure]));
  return Object.keys(programs)
    .filter((name) => name !== 'gateway')
    .flatMap((name) => [
      row(
        `gateway / ${name}`,
        of('gateway', 'requestsPerSecond') / of(name, 'requestsPerSecond'),
        `${Math.round(of('gateway', 'requestsPerSecond'))} against ${Math.round(of(name, 'requestsPerSecond'))} requests/s`,
      ),
      row(
        '',
        of(name, 'microseconds') / of('gateway', 'microseconds'),
        `processor time of a call: ${Math.round(of('gateway', 'microseconds'))} against ${Math.round(of(name, 'microseconds'))} µs`,
      ),
    ]);
}
