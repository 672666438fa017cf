import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { theSite, type Answer } from './api.ts';

/** Returns a secret of the running site. Tests use it to forge tokens that are invalid in only one respect. */
export const secretOf = (name: 'AUTH_TOKEN_SECRET' | 'INTERNAL_SECRET' | 'STRIPE_WEBHOOK_SECRET', { dataFolder } = theSite()): string =>
  process.env[name] ?? readFileSync(join(dataFolder, 'secrets', name), 'utf8').trim();

/** Forges a JSON web token with any header, signed with HMAC and the given digest. */
export function forgeToken(
  secret: string,
  claims: object,
  header: object = {},
  digest: 'sha256' | 'sha384' | 'sha512' | 'none' = 'sha256',
): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'HS256', typ: 'JWT', ...header })}.${part(claims)}`;
  return `${text}.${digest === 'none' ? '' : createHmac(digest, secret).update(text).digest('base64url')}`;
}

export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** Returns the claims of a token without verifying it. */
export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

/**
 * Sends raw bytes and reads until the server closes the connection, or for longer than it keeps an idle connection open.
 * @returns the statuses of all responses, and the body of a single response
 */
export const sendRaw = (port: number, bytes: string | Buffer): Promise<{ statuses: number[]; text: string; body: Answer['body'] }> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.setTimeout(7_000, () => socket.destroy());
    socket.on('data', (chunk) => (text += String(chunk)));
    // A server may reset the connection after refusing a request. Responses received before that count.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      const json = /\r\n\r\n(\{.*)/s.exec(text)?.[1] ?? '';
      const body = ((): unknown => {
        try {
          return JSON.parse(json);
        } catch {
          // Several responses, or a chunked one, do not parse as JSON.
          return undefined;
        }
      })();
      resolve({ statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)), text, body });
    });
  });
