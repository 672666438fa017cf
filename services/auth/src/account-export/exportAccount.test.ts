import { serviceNames, type AccountExportLine, type ServiceName, type User } from '@lectern/contracts';
import { createLog, DomainError, outboxOf, type FileAnswer, type InternalStream } from '@lectern/service-kit';
import JSZip from 'jszip';
import { authOn } from '../testing/authOn.ts';
import { exportAccount } from './exportAccount.ts';

const user: User = {
  _id: 'ada',
  firstName: 'Ada',
  lastName: '<Lovelace>',
  email: 'ada@students.example',
  isVerified: true,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const lines = (...all: AccountExportLine[]) => all.map((line) => JSON.stringify(line));
const file = (name: string, ...parts: string[]): AccountExportLine[] => [
  { type: 'file', name },
  ...parts.map((text) => ({ type: 'text', text }) as const),
];
const end: AccountExportLine = { type: 'end' };

const make = async (answers: Partial<Record<ServiceName, () => AsyncIterable<string>>> = {}) => {
  const logged: string[] = [];
  const asked: { to: ServiceName; userId: string }[] = [];
  const stream: InternalStream = async function* ({ to, userId }) {
    asked.push({ to, userId });
    yield* answers[to]?.() ?? lines(end);
  };
  const log = createLog('auth', undefined, (line) => void logged.push(line));
  const { auth, time } = authOn({ stream, log });
  await auth.store.users.insert({ ...user, passwordHash: '', isDeleted: false, ...outboxOf([], time.now) });
  const run = (userId: string, request: { requestId: string; signal: AbortSignal }) => exportAccount(auth, userId, request);
  const ask = () => run(user._id, { requestId: 'request', signal: new AbortController().signal });
  return { ask, run, asked, logged, time };
};

const bytesOf = async ({ bytes }: FileAnswer): Promise<Uint8Array> => new Uint8Array(await new Response(bytes).arrayBuffer());
const archiveOf = async (answer: FileAnswer): Promise<Record<string, string>> => {
  const zip = await JSZip.loadAsync(await bytesOf(answer), { checkCRC32: true });
  const entries = Object.values(zip.files).map(async (each) => [each.name, await each.async('string')] as const);
  return Object.fromEntries(await Promise.all(entries));
};
const from = (all: readonly string[]) =>
  async function* () {
    yield* all;
  };

test('the files of all services stand in one zip, with a start page and a list for programs', async () => {
  const { ask, asked } = await make({
    library: from(lines(...file('study-guides/Heart & lungs/guide.md', '# Heart', ' & lungs'), ...file('folders.json', '[]'), end)),
    study: from(lines({ type: 'file', name: 'picture.webp' }, { type: 'bytes', base64: 'AQID' }, end)),
  });
  const answer = await ask();
  expect([answer.name, answer.type]).toEqual(['Lectern 2026-03-05.zip', 'application/zip']);
  const { 'index.html': page = '', 'manifest.json': manifest = '', ...files } = await archiveOf(answer);
  expect(files).toEqual({
    'profile.json': `${JSON.stringify(user, undefined, 2)}\n`,
    'study-guides/Heart & lungs/guide.md': '# Heart & lungs',
    'folders.json': '[]',
    'picture.webp': '\u0001\u0002\u0003',
  });
  expect(JSON.parse(manifest)).toEqual({
    layoutVersion: 1,
    exportedAt: '2026-03-05T10:00:00.000Z',
    files: Object.keys(files),
    missing: [],
  });
  expect(page).toContain('<a href="study-guides/Heart%20%26%20lungs/guide.md">Heart &#38; lungs</a>');
  expect(page).toContain('&#60;Lovelace&#62;');
  expect(page).not.toContain('Not everything is here');
  expect(asked.map(({ to }) => to)).toEqual(serviceNames.filter((name) => name !== 'auth'));
});

test('there is one an hour at most, and the answer says when the next one is', async () => {
  const { ask, time } = await make();
  await archiveOf(await ask());
  time.now = new Date('2026-03-05T10:30:00.000Z');
  const refused = await ask().then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(DomainError);
  expect(refused).toMatchObject({
    code: 'rate_limited',
    retryAfterSeconds: 1800,
    message: expect.stringContaining('30 minutes') as string,
  });
  time.now = new Date('2026-03-05T11:00:00.000Z');
  await archiveOf(await ask());
});

test.each([
  [
    'does not answer',
    async function* (): AsyncIterable<string> {
      yield* [];
      throw new DomainError('unavailable', 'No.', { retryAfterSeconds: 2 });
    },
  ],
  ['stops in the midst of it', from(lines(...file('quizzes/Half.json', '{"half":')))],
  ['sends something else', from(['{"type":"surprise"}'])],
])('a service that %s: the start page says what is missing, and the export does not count', async (_case, study) => {
  const { ask, logged } = await make({ library: from(lines(...file('folders.json', '[]'), end)), study });
  const files = await archiveOf(await ask());
  expect(files['folders.json']).toBe('[]');
  expect(files['index.html']).toContain('Not everything is here');
  expect(files['index.html']).toContain('Quizzes, flashcards and reviews');
  expect(JSON.parse(files['manifest.json'] ?? '')).toMatchObject({ missing: [{ holds: 'Quizzes, flashcards and reviews' }] });
  expect(logged.join()).toContain('account-export.incomplete');
  await archiveOf(await ask());
});

test('no more is read than the learner takes, and one who leaves may begin again', async () => {
  let sent = 0;
  const part = 'A line of a long guide. '.repeat(5_000);
  const { ask, logged } = await make({
    library: async function* () {
      yield* lines({ type: 'file', name: 'study-guides/Long/guide.md' });
      for (; sent < 2_000; sent += 1) yield* lines({ type: 'text', text: `${String(Math.random())}${part}` });
      yield* lines(end);
    },
  });
  const { bytes } = await ask();
  const reader = (bytes as ReadableStream<Uint8Array>).getReader();
  for (let read = 0; read < 3; read += 1) await reader.read();
  const before = sent;
  // Turns of the event loop in which nobody reads.
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(sent - before).toBeLessThan(20);
  expect(sent).toBeLessThan(200);
  await reader.cancel();
  for (let turn = 0; turn < 1_000 && !logged.join().includes('ended-early'); turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
  expect(logged.join()).toContain('account-export.ended-early');
  let again: FileAnswer | undefined;
  for (let turn = 0; turn < 100 && !again; turn += 1) again = await ask().catch(() => undefined);
  expect(again).toBeDefined();
  await (again!.bytes as ReadableStream).cancel();
});

test('two files of one name are both there', async () => {
  const { ask } = await make({
    study: from(lines(...file('quizzes/Heart (attempts).json', 'one'), ...file('quizzes/Heart (attempts).json', 'two'), end)),
  });
  const files = await archiveOf(await ask());
  expect(files['quizzes/Heart (attempts).json']).toBe('one');
  expect(files['quizzes/Heart (attempts) (2).json']).toBe('two');
});

test('what fails in the midst of a file breaks the download off', async () => {
  const leaving = new AbortController();
  const { run } = await make({
    library: async function* () {
      yield* lines({ type: 'file', name: 'study-guides/Half/guide.md' }, { type: 'text', text: 'half' });
      leaving.abort();
      throw new Error('The connection was lost.');
    },
  });
  const { bytes } = await run(user._id, { requestId: 'request', signal: leaving.signal });
  await expect(new Response(bytes).arrayBuffer()).rejects.toThrow();
});
