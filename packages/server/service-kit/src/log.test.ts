import { createLog } from './log.ts';
import { inRequest } from './requestContext.ts';
import { redact } from './redact.ts';

const written = (work: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] => {
  const lines: string[] = [];
  work(
    createLog(
      'study',
      () => new Date('2026-03-05T10:00:00Z'),
      (line) => lines.push(line),
    ),
  );
  return lines.map((line) => {
    expect(line.endsWith('}\n')).toBe(true);
    return JSON.parse(line) as Record<string, unknown>;
  });
};
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1MSJ9.c2lnbmF0dXJl';

describe('a log', () => {
  it('writes one JSON object per line, with the id of the current request in every nested call', async () => {
    const lines: string[] = [];
    const log = createLog(
      'study',
      () => new Date('2026-03-05T10:00:00Z'),
      (line) => lines.push(line),
    );
    const far = async () => {
      await Promise.resolve();
      await new Promise((resolve) => setImmediate(resolve));
      log('info', 'far away', { ms: 3 });
    };
    await Promise.all([inRequest({ requestId: 'request-1' }, far), inRequest({ requestId: 'request-2' }, far)]);
    log('warn', 'of no request');
    const common = { time: '2026-03-05T10:00:00.000Z', service: 'study' };
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { ...common, level: 'info', event: 'far away', requestId: 'request-1', ms: 3 },
      { ...common, level: 'info', event: 'far away', requestId: 'request-2', ms: 3 },
      { ...common, level: 'warn', event: 'of no request' },
    ]);
  });

  it('redacts fields with the name of a secret, at any depth', () => {
    const [line] = written((log) =>
      log('info', 'x', {
        password: 'p1',
        newPassword: 'p2',
        token: 't',
        'x-auth-token': 't',
        Authorization: 'a',
        cookie: ['c'],
        email: 'ada@students.example',
        secretKey: 's',
        within: { headers: { 'stripe-signature': 's', accept: 'application/json' } },
        inputTokens: 12,
        requestId: 'r1',
      }),
    );
    const gone = '[redacted]';
    expect(line).toMatchObject({
      password: gone,
      newPassword: gone,
      token: gone,
      'x-auth-token': gone,
      Authorization: gone,
      cookie: [gone],
      email: gone,
      secretKey: gone,
      within: { headers: { 'stripe-signature': gone, accept: 'application/json' } },
      inputTokens: 12,
      requestId: 'r1',
    });
  });

  it.each([
    [`bad token ${jwt} here`, 'bad token [token] here'],
    ['550 no such user <Ada.Byron+x@mail.students.example>', '550 no such user <[address]>'],
    ['GET /auth/verify-email/abc_DEF-123?x=1', 'GET /auth/verify-email/[token]?x=1'],
    ['to /login?next=%2Freset-password%2Fabc_DEF-123&x=1', 'to /login?next=%2Freset-password%2F[token]&x=1'],
    [
      String.raw`{"uri":"\/reset-password\/abc"} \u002freset-password\u002fabc`,
      String.raw`{"uri":"\/reset-password\/[token]"} \u002freset-password\u002f[token]`,
    ],
    ['Invalid API Key provided: sk_test_51HxAbCd', 'Invalid API Key provided: [key]'],
    ['header was Bearer abcdefghijkl', 'header was Bearer [token]'],
    ['cannot reach mongodb://lectern:hunter2@db.example:27017/x', 'cannot reach mongodb://[redacted]@db.example:27017/x'],
    ['at Pool (/srv/node_modules/.pnpm/undici@8.12.4/node_modules/undici/index.js)', undefined],
    ['at Pool (/srv/node_modules/.pnpm/mongodb@7.8.0_kerberos@2.1.0-rc.1/node_modules/@types+node@22.1.0/index.js)', undefined],
    ['plain words stay, 3 of 5, a@b', undefined],
    ['no such user a@exämple.de, jürgen@example.com', 'no such user [address], [address]'],
    ['to <a@b.c> and a@[10.0.0.1] and a@[IPv6:2001:db8::1], a@10.0.0.1', 'to <[address]> and [address] and [address], [address]'],
    ['to o"x"@example.com or "a b, c"@example.com', 'to [address] or [address]'],
    ["from 'ada@x.example' or o'brien@x.example, mailto:ada@x.example", "from '[address]' or [address], mailto:[address]"],
    ['{"a":["ada@x.example","b@x.example"],"c":"d"}', '{"a":["[address]","[address]"],"c":"d"}'],
    ['почта@пример.рф wrote; GET /users/ada@x.example/3', '[address] wrote; GET /users/[address]/3'],
    ['user=ada+x@mail.x.example.', '[address].'],
    [`session-${jwt}; ${jwt},${jwt}`, 'session-[token]; [token],[token]'],
  ])('cleans the message and stack of an error: %s', (message, expected) => {
    const [line] = written((log) => log('error', 'failed', { error: new Error('outer', { cause: new TypeError(message) }) }));
    const error = line?.['error'] as { name: string; stack: string; cause: { name: string; message: string; stack: string } };
    expect(error.cause).toMatchObject({ name: 'TypeError', message: expected ?? message });
    if (expected !== undefined) expect(error.cause.stack).not.toContain(message);
    expect(error.stack).toContain('log.test.ts');
  });

  it('says how many lines it has lost, before the next one', () => {
    const lines: string[] = [];
    let dropped = 7;
    const takeDropped = () => {
      const taken = dropped;
      dropped = 0;
      return taken;
    };
    const log = createLog(
      'study',
      () => new Date('2026-03-05T10:00:00Z'),
      (line) => lines.push(line),
      takeDropped,
    );
    log('info', 'one');
    log('info', 'two');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 'warn', event: 'log.dropped', lines: 7 },
      { event: 'one' },
      { event: 'two' },
    ]);
  });

  it.each(['eyJaaaaa-', "-'", 'a@[', 'a@a.', 'a@', '"', 'Bearer ', 'a://', 'eyJa.', 'sk_test_', 'a@1.'])(
    'redacts in time linear in the length: %s repeated',
    (piece) => {
      // Compilation and garbage collection only add time, so the minimum of several runs counts.
      const leastMs = (length: number): number => {
        const text = `${piece.repeat(length / piece.length)} @`;
        const tries = Array.from({ length: 5 }, () => {
          const before = process.threadCpuUsage();
          redact(text);
          return process.threadCpuUsage(before).user / 1_000;
        });
        return Math.min(...tries);
      };
      leastMs(500);
      const whole = leastMs(9_600);
      expect(whole < 5 || whole / leastMs(2_400) < 9).toBe(true);
    },
  );

  it('accepts values of any kind, cyclic ones too', () => {
    const round: Record<string, unknown> = { name: 'round' };
    round['self'] = round;
    const lines = written((log) => {
      log('info', 'round', { round });
      log('info', 'odd', { big: 10n, bytes: new Uint8Array(3), nothing: null, absent: undefined, at: new Date(0) });
    });
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatchObject({ big: '10', bytes: '[3 bytes]', nothing: null, at: '1970-01-01T00:00:00.000Z' });
  });
});
