import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { calls, type Call } from '@lectern/contracts';
import { bodyLimitsOf } from '@lectern/contracts/body-limits';
import { casesOfThisRun } from '@lectern/test-servers';
import { call, makePremium, newLearner, textForm, theSiteWithoutLimits, type Learner } from '../../support/api.ts';
import { lecture } from '../../support/lecture.ts';
import { rawRequest, type RawAnswer } from '../../support/rawRequest.ts';
import type { SiteAddresses } from '../../support/site.ts';

/** The parts of a JSON schema that are needed to create an example. */
interface Schema {
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  /** For an object: the properties that exclude each other. */
  oneOf?: { required: string[] }[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  pattern?: string;
  minLength?: number;
  minimum?: number;
  minItems?: number;
}
interface Operation {
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
}
type Example = Record<string, unknown>;

const nobodys = '01956499-7000-7000-8000-000000000000';
let site: SiteAddresses;
let learner: Learner;
let operations: Record<string, Operation>;
let guide: string;

const exampleOf = (schema: Schema): unknown => {
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0]);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => !schema.oneOf?.slice(1).some(({ required }) => required.includes(name)))
          .map(([name, each]) => [name, exampleOf(each)]),
      );
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => exampleOf(schema.items ?? {}));
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return schema.format === 'email'
        ? 'nobody@students.example'
        : schema.pattern
          ? nobodys
          : 'x'.repeat(Math.max(3, schema.minLength ?? 0));
  }
};

/** Returns the path to every value in an example. */
const placesOf = (value: unknown, path: (string | number)[] = []): (string | number)[][] =>
  typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([name, each]) => placesOf(each, [...path, Array.isArray(value) ? Number(name) : name]))]
    : [path];

const withValue = (example: unknown, [name, ...rest]: (string | number)[], value: unknown): unknown => {
  if (name === undefined) return value;
  if (Array.isArray(example)) return example.map((each, index) => (index === name ? withValue(each, rest, value) : each) as unknown);
  const record = example as Example;
  return { ...record, [name]: withValue(record[name], rest, value) };
};

const valueAt = (example: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce((value, name) => (value as Example | undefined)?.[name], example);

const isListOfTexts = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');

const addressOf = ({ path }: Call, id = nobodys): string => path.replace(/:[A-Za-z]+/g, id);
const bodyOf = (definition: Call): Example | undefined => {
  const schema = operations[definition.id]?.requestBody?.content['application/json']?.schema;
  return schema === undefined ? undefined : (exampleOf(schema) as Example);
};
const pids = () => JSON.parse(readFileSync(join(site.dataFolder, 'pids.json'), 'utf8')) as Record<string, number>;
const known: readonly Call[] = Object.values<Call>(calls);
/** Calls that would end the shared session. They are made without one: the token is checked before anything else. */
const endsSession = new Set(['logout', 'deleteAccount', 'updatePassword']);
const headersFor = ({ id, access }: Call): Record<string, string> =>
  access === 'learner' && !endsSession.has(id) ? { 'x-auth-token': learner.token } : {};

const send = (definition: Call, path: string, body?: string | Uint8Array, type = 'application/json'): Promise<RawAnswer> =>
  rawRequest(site.api, definition.method, path, {
    headers: { ...headersFor(definition), ...(body !== undefined && type !== '' && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  });

/**
 * Returns a line if an answer is a 5xx, undocumented, not in the common error format, or has a status that is not accepted. A test expects
 * once that there are no lines, because thousands of expectations take the runner longer than the calls.
 */
const harmOf = (
  definition: Call,
  { status, body, milliseconds }: RawAnswer,
  what: string,
  { accepted }: { accepted?: readonly number[] | undefined } = {},
): string[] => {
  const fields = (body ?? {}) as Record<string, unknown>;
  const isInForm = status < 400 || ['msg', 'code', 'requestId'].every((field) => typeof fields[field] === 'string');
  const isDocumented = Object.hasOwn(operations[definition.id]?.responses ?? {}, String(status));
  if (status < 500 && isDocumented && isInForm && (accepted?.includes(status) ?? true)) return [];
  return [`${definition.id}, ${what}: ${status} after ${Math.round(milliseconds)} ms ${JSON.stringify(body).slice(0, 300)}`];
};

test.beforeAll(async () => {
  site = await theSiteWithoutLimits();
  learner = await newLearner(site);
  await makePremium(learner, site);
  const made = await call('POST', '/study-materials/unified', { token: learner.token, form: textForm(lecture) }, site.api);
  guide = made.body._id as string;
  const { body } = await call('GET', '/openapi.json', {}, site.api);
  const paths = body.paths as Record<string, Record<string, Operation & { operationId: string }>>;
  operations = Object.fromEntries(
    Object.values(paths).flatMap((methods) => Object.values(methods).map((operation) => [operation.operationId, operation])),
  );
});

let before: Record<string, number>;
test.beforeEach(() => {
  before = pids();
});
test.afterEach(async () => {
  expect(pids(), 'no part has crashed').toEqual(before);
  const mine = await call('GET', `/study-materials/${guide}`, { token: learner.token }, site.api);
  expect([mine.status, mine.body.title]).toEqual([200, expect.any(String)]);
});

/** Values with a special meaning to a database, a template or careless code. */
const hostileValues: readonly unknown[] = [
  { $ne: '' },
  { $gt: '' },
  { $where: 'while(true){}' },
  { $regex: '.*' },
  ['a', 'b'],
  { length: 1e9 },
  true,
  -1,
  1e308,
  Number.MAX_SAFE_INTEGER * 4,
  '$where',
  '.*',
  "' OR 1=1 --",
  '"}],"x":[{"',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\ufeff',
  '__proto__',
  'constructor',
  '{{7*7}}${7*7}',
];

test('every field of every body takes operators, wrong types, NUL and half characters without harm', async () => {
  let sent = 0;
  const harm: string[] = [];
  for (const definition of known) {
    const example = bodyOf(definition);
    if (!example) continue;
    const cases = placesOf(example).flatMap((place) => hostileValues.map((value) => ({ place, value })));
    // About 2,000 in total, spread over four runs.
    for (const { place, value } of casesOfThisRun(cases, 4)) {
      const answer = await send(definition, addressOf(definition), JSON.stringify(withValue(example, place, value)));
      // A list of texts is valid where a list of ids is expected.
      const isOfItsKind = Array.isArray(value) && isListOfTexts(valueAt(example, place));
      const isRefused = typeof value === 'object' && place.length > 0 && !isOfItsKind;
      const accepted = isRefused ? [400, 401, 403, 404, 409, 422] : undefined;
      harm.push(...harmOf(definition, answer, `${place.join('.')} = ${JSON.stringify(value)}`, { accepted }));
      sent += 1;
    }
  }
  expect(harm).toEqual([]);
  expect(sent).toBeGreaterThan(200);
});

test('every query takes operators, lists and signs of regular expressions without harm', async () => {
  const queries = [
    'after[$gt]=',
    'after[$ne]=x',
    'after=%00',
    'after=..%2f..%2f',
    'after=%F0%28%8C%28',
    `after=${'a'.repeat(5_000)}`,
    'limit[]=1',
    'limit=1&limit=2',
    'limit=-1',
    'limit=1e9',
    'limit=0x10',
    'limit=NaN',
    'limit=%00',
    'limit=9007199254740993',
    'q=.*%2B(a%2B)%2B%24',
    'q=%5C',
    'q=%25_%25',
    'q=%00',
    'q=%ED%A0%80',
    "q='%20OR%201=1",
    'q[$regex]=.*',
    'q=%F0%9F%92%A9',
    'q="*',
    'studyMaterialId[$ne]=',
    'studyMaterialId=,',
    `studyMaterialId=${'a,'.repeat(200)}`,
    'slide[$gt]=1',
    'slide=1e400',
    'paragraph=-1',
    '__proto__[polluted]=1',
    'constructor[prototype][polluted]=1',
    '%',
    '?&=&&',
    'a'.repeat(9_000),
  ];
  // A learner with one resource of each kind, none of which has an odd name.
  learner = await newLearner(site);
  await makePremium(learner, site);
  const made = await call('POST', '/study-materials/unified', { token: learner.token, form: textForm(lecture) }, site.api);
  guide = made.body._id as string;
  for (const [path, body] of [
    ['/folders', { name: 'Plain' }],
    ['/quizzes/generate', { studyMaterialId: guide }],
    ['/flashcards', { studyMaterialId: guide }],
  ] as const)
    expect((await call('POST', path, { token: learner.token, body }, site.api)).status).toBe(201);
  const harm: string[] = [];
  for (const definition of known.filter(({ method }) => method === 'GET'))
    for (const query of queries) {
      const answer = await send(definition, `${addressOf(definition, guide)}?${query}`);
      harm.push(...harmOf(definition, answer, query.slice(0, 80)));
      if (definition.pages && answer.status === 200 && query.startsWith('q=')) expect(answer.body, query).toEqual([]);
    }
  expect(harm).toEqual([]);
});

test('ids of any form are ids of nothing', async () => {
  const ids = [
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e%2f',
    '..%5c',
    '%00',
    'a%00b',
    '%',
    '%zz',
    '%ED%A0%80',
    '$where',
    '[object Object]'.replaceAll(' ', '%20'),
    '__proto__',
    'constructor',
    'toString',
    '*',
    "'%20OR%201=1",
    '%7B%22$ne%22:1%7D',
    'a'.repeat(3_000),
    '-1',
    'null',
    'undefined',
  ];
  const harm: string[] = [];
  for (const definition of known.filter(({ path, access }) => path.includes(':') && access === 'learner'))
    for (const id of ids) {
      const body = bodyOf(definition);
      const answer = await send(definition, addressOf(definition, id), body && JSON.stringify(body));
      harm.push(...harmOf(definition, answer, id.slice(0, 60), { accepted: [400, 404, 415, 422] }));
    }
  expect(harm).toEqual([]);
  for (const path of [
    '/internal/revocations',
    '/auth/../internal/revocations',
    '/auth/..%2finternal%2frevocations',
    '//internal/revocations',
    '/metrics/..',
    '/auth//user',
  ])
    expect([400, 404], path).toContain((await rawRequest(site.api, 'GET', path)).status);
});

test('what is no request of HTTP is answered in the one form of errors', async () => {
  const long = await rawRequest(site.api, 'GET', `/folders?q=${'a'.repeat(20_000)}`);
  expect([long.status, long.body]).toEqual([431, { msg: 'The headers are too large.', code: 'too_large', requestId: expect.any(String) }]);
  const socket = connect({ port: site.ports.GATEWAY_PORT, host: '127.0.0.1' });
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.write('\u0016\u0003\u0001 this is no HTTP\r\n\r\n');
  await new Promise((resolve) => socket.once('close', resolve));
  expect(text).toMatch(/^HTTP\/1\.1 400 [^]+"msg":"This is not a request\."/);
});

test('bodies that are no JSON, deep, doubled, mislabelled or about prototypes do no harm', async () => {
  const depth = 100_000;
  const bodies: [string, string | Uint8Array, string?][] = [
    ['nothing', ''],
    ['no JSON', '{'],
    ['NaN', 'NaN'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['a number too large', '{"name":1e999999}'],
    ['the same name twice', '{"name":"a","name":{"$ne":1}}'],
    ['__proto__', '{"__proto__":{"polluted":true,"name":"x"}}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"polluted":true}}}'],
    ['deep lists', '['.repeat(depth) + ']'.repeat(depth)],
    ['deep objects', '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)],
    ['deep, and never ended', '{"name":' + '['.repeat(4_000_000)],
    ['no UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['another type', '{"name":"x"}', 'text/plain'],
    ['a form', 'name=x', 'application/x-www-form-urlencoded'],
    ['no type', '{"name":"x"}', ''],
    ['another character set', '{"name":"x"}', 'application/json; charset=utf-16'],
    ['a form of parts without parts', '--x--', 'multipart/form-data; boundary=x'],
  ];
  const encoded = bodies.map(([what, body, type]) => [what, Buffer.from(body), type] as const);
  const harm: string[] = [];
  const slow: string[] = [];
  for (const definition of known.filter(({ method }) => method !== 'GET'))
    for (const [what, body, type] of encoded) {
      const answer = await send(definition, addressOf(definition), body, type);
      harm.push(...harmOf(definition, answer, what));
      if (answer.milliseconds >= 5_000) slow.push(`${definition.id}, ${what}: ${Math.round(answer.milliseconds)} ms`);
    }
  expect({ harm, slow }).toEqual({ harm: [], slow: [] });
});

/** A body in which one field has this many letters. Avoids serialising megabytes of JSON again for each field. */
const withLongField = (example: Example, field: string, length: number): Buffer => {
  const [start = '', end = ''] = JSON.stringify({ ...example, [field]: '~' }).split('~');
  return Buffer.concat([Buffer.from(start), Buffer.alloc(length, 'x'), Buffer.from(end)]);
};

test('a field of 9 MB is refused at once, and so is a body of a byte too many', async () => {
  const harm: string[] = [];
  for (const definition of known) {
    const example = bodyOf(definition);
    if (!example || Object.keys(example).length === 0) continue;
    for (const field of casesOfThisRun(Object.keys(example), 3)) {
      const answer = await send(definition, addressOf(definition), withLongField(example, field, 9_000_000));
      harm.push(...harmOf(definition, answer, field, { accepted: [400, 401, 413] }));
    }
    const shortest = withLongField(example, 'padding', 0).length;
    const exact = (length: number) => withLongField(example, 'padding', length - shortest);
    if (definition.access === 'learner' && !endsSession.has(definition.id)) {
      const { bytes } = bodyLimitsOf(definition);
      expect((await send(definition, addressOf(definition), exact(bytes))).status, definition.id).not.toBe(413);
      const over = await send(definition, addressOf(definition), exact(bytes + 1));
      expect([over.status, over.body], definition.id).toEqual([413, expect.objectContaining({ msg: expect.any(String) })]);
    }
  }
  expect(harm).toEqual([]);
});

test('names of parts that mean something to a program are names of nothing', async () => {
  for (const name of [
    '__proto__',
    'constructor',
    'constructor[prototype][polluted]',
    '__proto__[textContent]',
    'toString',
    'file',
    'a"b',
    'a\u0000b',
  ]) {
    const form = new FormData();
    form.set(name, 'polluted');
    const refused = await call('POST', '/study-materials/unified', { token: learner.token, form }, site.api);
    expect([refused.status, refused.body.msg], name).toEqual([400, 'Please enter some content or upload a PowerPoint file']);
  }
  const list = await call('GET', '/study-materials', { token: learner.token }, site.api);
  expect(list.body).toHaveLength(1);
  expect(JSON.stringify(list.body)).not.toContain('polluted');
});
