import { spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { freePort } from '@lectern/test-servers';

const root = join(import.meta.dirname, '..');

export interface BenchSite {
  /** A session token that the gateway accepts. */
  token: string;
  secret: string;
  /** Starts the real gateway as its own process in front of one address. */
  startGateway: (upstream: string) => Promise<{ url: string; pid: number; close: () => Promise<void> }>;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs a session token that the gateway accepts. The learner need not exist. */
export const signSessionToken = (secret: string, { userId, sessionId }: { userId: string; sessionId: string }): string => {
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: userId, sid: sessionId, aud: 'lectern', typ: 'session', iat: now, exp: now + 3600 };
  const unsigned = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`;
};

/** What the gateway benchmark needs: a secret, a token signed with it, and the gateway as its own process. */
export function benchSite(): BenchSite {
  const secret = randomBytes(32).toString('base64url');
  const token = signSessionToken(secret, { userId: 'u1', sessionId: 's1' });

  return {
    secret,
    token,
    async startGateway(upstream) {
      // An empty feed of ended sessions, as auth would serve it. Everything else goes directly to the upstream.
      const feed = createServer((_request, response) =>
        response.setHeader('content-type', 'application/json').end('{"sessions":[],"next":null}'),
      );
      await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve));
      const port = await freePort();
      const upstreamPort = new URL(upstream).port;
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'api-gateway', 'src', 'server.ts')], {
        env: {
          ...process.env,
          GATEWAY_PORT: String(port),
          AUTH_SERVICE_PORT: String((feed.address() as { port: number }).port),
          LIBRARY_SERVICE_PORT: upstreamPort,
          STUDY_SERVICE_PORT: upstreamPort,
          BILLING_SERVICE_PORT: upstreamPort,
          AUTH_TOKEN_SECRET: secret,
          INTERNAL_SECRET: randomBytes(32).toString('base64url'),
          RATE_LIMITS: 'off',
          NODE_ENV: 'test',
        },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      await new Promise<void>((resolve) => child.once('message', () => resolve()));
      const url = `http://127.0.0.1:${port}`;
      while (!(await fetch(`${url}/health/ready`)).ok) await new Promise((resolve) => setTimeout(resolve, 50));
      return {
        url,
        pid: child.pid ?? 0,
        close: async () => {
          const ended = new Promise((resolve) => child.once('exit', resolve));
          child.kill('SIGTERM');
          await ended;
          feed.close();
        },
      };
    },
  };
}
