import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls, type Call } from '@lectern/contracts';
import { bodyLimitsOf } from '@lectern/contracts/body-limits';
import { expect, test } from '@playwright/test';
import { call, newLearner, newNetwork, theSite, type Learner } from '../../support/api.ts';
import { sendRaw } from '../../support/forgery.ts';
import { rawRequest } from '../../support/rawRequest.ts';

let learner: Learner;
test.beforeAll(async () => {
  learner = await newLearner();
});

/** Does not use `fetch`, which copies a body twice. */
const send = (path: string, body: Uint8Array, token?: string, method = 'POST') =>
  rawRequest(theSite().api, method, path, {
    headers: { 'content-type': 'application/json', 'x-forwarded-for': newNetwork(), ...(token !== undefined && { 'x-auth-token': token }) },
    body,
  });
const megabytes = (count: number) => Math.floor(count * 1_000_000);
const processId = (part: string): number =>
  (JSON.parse(readFileSync(join(theSite().dataFolder, 'pids.json'), 'utf8')) as Record<string, number>)[part] ?? 0;
/** Resident memory of a part of the site, in MB. */
const memoryOf = (part: string): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${processId(part)}/status`, 'utf8'))?.[1]) / 1_024;

type Bytes = Uint8Array<ArrayBuffer>;
/** Repeats a text. */
const times = (text: string, count: number): Buffer<ArrayBuffer> => Buffer.alloc(text.length * Math.floor(count), text);
const joined = (...parts: readonly (string | Buffer)[]): Bytes => Buffer.concat(parts.map((part) => Buffer.from(part)));

/** Bodies of any length that are expensive to parse for their size. */
const bodies: Record<string, (bytes: number) => Bytes> = {
  'opening brackets': (bytes) => times('[', bytes),
  'nested lists': (bytes) => joined(times('[', bytes / 2), times(']', bytes / 2)),
  'nested objects': (bytes) => joined(times('{"a":', bytes / 6), '1', times('}', bytes / 6)),
  'empty lists': (bytes) => joined('[', times('[],', bytes / 3), '[]]'),
  'empty objects in a field': (bytes) => joined('{"email":[', times('{},', bytes / 3), '{}]}'),
  'many names': (bytes) => joined(`{${Array.from({ length: bytes / 12 }, (_, index) => `"a${index}":1`).join(',')}}`),
  'one name, often': (bytes) => joined('{', times('"a":1,', bytes / 7), '"a":1}'),
  numbers: (bytes) => joined('[', times('1,', bytes / 2), '1]'),
  'escapes in a text': (bytes) => joined('{"email":"', times('\\u0041', bytes / 6), '"}'),
};

const made = new Map<string, Bytes>();
/** Returns a body as bytes. Cached, because many calls use the same body. */
const bodyOf = (what: string, bytes: number): Bytes => {
  const name = `${what} ${bytes}`;
  const body = made.get(name) ?? bodies[what]?.(bytes) ?? Buffer.alloc(0);
  made.set(name, body);
  return body;
};

test('twenty bodies of 4.8 MB at once, without a session, hold nobody up and leave no memory behind', async () => {
  const before = { auth: memoryOf('auth'), gateway: memoryOf('gateway') };
  for (const what of Object.keys(bodies)) {
    const body = bodyOf(what, megabytes(4.8));
    const attack = Promise.all(Array.from({ length: 20 }, () => send('/auth/login', body)));
    const others = await Promise.all(Array.from({ length: 5 }, () => call('GET', '/auth/user', { token: learner.token })));
    expect(
      others.map(({ status }) => status),
      what,
    ).toEqual(Array(5).fill(200));
    for (const { status } of await attack) expect(status, what).toBe(413);
  }
  // Other tests also use memory meanwhile, and garbage is collected later, so poll.
  await expect.poll(() => memoryOf('auth') - before.auth).toBeLessThan(100);
  await expect.poll(() => memoryOf('gateway') - before.gateway).toBeLessThan(200);
});

test('every call answers such a body at once, as long as it takes any', async () => {
  const failed: string[] = [];
  const withBody = Object.values<Call>(calls).filter(({ method, encoding }) => method !== 'GET' && encoding === undefined);
  let sender = learner;
  for (const [index, definition] of withBody.entries()) {
    if (definition.id === 'deleteAccount' || definition.id === 'logout') continue;
    // A learner may make 600 calls a minute.
    if (index % 40 === 0) sender = await newLearner();
    const path = definition.path.replace(/:[A-Za-z]+/g, 'x');
    const { bytes } = bodyLimitsOf(definition);
    for (const what of Object.keys(bodies)) {
      const answer = await send(path, bodyOf(what, bytes - 100), sender.token, definition.method);
      // Properties that a call does not know are dropped, so some bodies are valid.
      if (answer.status >= 500) failed.push(`${definition.id} ${what}: ${answer.status}`);
    }
  }
  expect(failed).toEqual([]);
  expect((await call('GET', '/auth/user', { token: sender.token })).status).toBe(200);
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
  const body = bodyOf('opening brackets', megabytes(4.8));
  for (const type of ['text/plain', 'application/octet-stream', 'multipart/form-data; boundary=x', 'application/json; charset=utf-16'])
    expect((await call('POST', '/auth/login', { raw: body, headers: { 'content-type': type } })).status, type).toBe(413);
});
