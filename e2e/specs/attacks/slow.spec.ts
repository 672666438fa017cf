import { connect } from 'node:net';
import { expect, test } from '@playwright/test';
import { theSite } from '../../support/api.ts';

/** Sends one letter of a header per second until the server closes the connection. Returns its answer and the seconds that it took. */
const trickle = (port: number): Promise<{ answer: string; seconds: number }> =>
  new Promise((resolve) => {
    const begun = performance.now();
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nx-slow: '));
    const timer = setInterval(() => socket.write('x'), 1_000);
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    // The connection may be reset in the middle of a write.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve({ answer, seconds: (performance.now() - begun) / 1_000 });
    });
  });

test('the gateway, the page server, the static hosts and the stand-ins cut headers off that never end', async () => {
  const { ports } = theSite();
  const servers = ['GATEWAY_PORT', 'SHELL_PORT', 'MF_AUTH_PORT', 'MAILBOX_PORT', 'STRIPE_LOCAL_PORT', 'AUTH_SERVICE_PORT'] as const;
  const answers = await Promise.all(servers.map(async (server) => ({ server, ...(await trickle(ports[server])) })));
  for (const { server, answer, seconds } of answers) {
    expect(answer, server).toMatch(/^(HTTP\/1\.1 408 |$)/);
    expect(seconds, server).toBeLessThan(40);
  }
});
