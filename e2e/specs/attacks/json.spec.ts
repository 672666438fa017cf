import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls, type Call } from '@lectern/contracts';
import { bodyLimitsOf } from '@lectern/contracts/body-limits';
import { expect, test } from '@playwright/test';
import { call, newLearner, theSite, type Learner } from '../../support/api.ts';
import { sendRaw } from '../../support/forgery.ts';

let learner: Learner;
test.beforeAll(async () => {
  learner = await newLearner();
});

const send = (path: string, raw: string, token?: string, method = 'POST') =>
  call(method, path, { raw, headers: { 'content-type': 'application/json' }, ...(token !== undefined && { token }) });
const megabytes = (count: number) => Math.floor(count * 1_000_000);
const processId = (part: string): number =>
  (JSON.parse(readFileSync(join(theSite().dataFolder, 'pids.json'), 'utf8')) as Record<string, number>)[part] ?? 0;
/** Resident memory of a part of the site, in MB. */
const memoryOf = (part: string): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${processId(part)}/status`, 'utf8'))?.[1]) / 1_024;

/** Bodies that are short to send and long to parse, of any length. */
const bodies: Record<string, (bytes: number) => string> = {
  'opening brackets': (bytes) => '['.repeat(bytes),
  'nested lists': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'nested objects': (bytes) => `${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}`,
  'empty lists': (bytes) => `[${'[],'.repeat(bytes / 3)}[]]`,
  'empty objects in a field': (bytes) => `{"email":[${'{},'.repeat(bytes / 3)}{}]}`,
  'many names': (bytes) => `{${Array.from({ length: bytes / 12 }, (_, index) => `"a${index}":1`).join(',')}}`,
  'one name, often': (bytes) =>
    `{${Array(Math.floor(bytes / 7))
      .fill('"a":1')
      .join(',')}}`,
  numbers: (bytes) => `[${'1,'.repeat(bytes / 2)}1]`,
  'escapes in a text': (bytes) => `{"email":"${'\\u0041'.repeat(bytes / 6)}"}`,
};

test('twenty bodies of 4.8 MB at once, without a session, hold nobody up and leave no memory behind', async () => {
  const before = { auth: memoryOf('auth'), gateway: memoryOf('gateway') };
  for (const [what, make] of Object.entries(bodies)) {
    const body = make(megabytes(4.8));
    const attack = Promise.all(Array.from({ length: 20 }, () => send('/auth/login', body)));
    const others = await Promise.all(Array.from({ length: 5 }, () => call('GET', '/auth/user', { token: learner.token })));
    expect(
      others.map(({ status }) => status),
      what,
    ).toEqual(Array(5).fill(200));
    for (const { status } of await attack) expect(status, what).toBe(413);
  }
  expect(memoryOf('auth') - before.auth).toBeLessThan(100);
  expect(memoryOf('gateway') - before.gateway).toBeLessThan(200);
});

test('every call answers such a body at once, as long as it takes any', async () => {
  const failed: string[] = [];
  for (const definition of Object.values<Call>(calls).filter(({ method, encoding }) => method !== 'GET' && encoding === undefined)) {
    if (definition.id === 'deleteAccount' || definition.id === 'logout') continue;
    const path = definition.path.replace(/:[A-Za-z]+/g, 'x');
    const { bytes } = bodyLimitsOf(definition);
    for (const [what, make] of Object.entries(bodies)) {
      const answer = await send(path, make(bytes - 100), learner.token, definition.method);
      // What a call does not name is dropped, so some of them are fine.
      if (answer.status >= 500) failed.push(`${definition.id} ${what}: ${answer.status}`);
    }
  }
  expect(failed).toEqual([]);
  expect((await call('GET', '/auth/user', { token: learner.token })).status).toBe(200);
});

test('a body that does not say how long it is, is cut at the limit', async () => {
  const chunk = `1000\r\n${'['.repeat(4_096)}\r\n`;
  const { statuses } = await sendRaw(
    theSite().ports.GATEWAY_PORT,
    `POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(20)}0\r\n\r\n`,
  );
  expect(statuses).toHaveLength(1);
  expect([400, 413]).toContain(statuses[0]);
});

test('another type, and a length that is a lie, help nobody past the limit', async () => {
  const body = '['.repeat(megabytes(4.8));
  for (const type of ['text/plain', 'application/octet-stream', 'multipart/form-data; boundary=x', 'application/json; charset=utf-16'])
    expect((await call('POST', '/auth/login', { raw: body, headers: { 'content-type': type } })).status, type).toBe(413);
});
