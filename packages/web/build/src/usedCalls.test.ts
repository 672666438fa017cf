import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const folder = mkdtempSync(join(tmpdir(), 'lectern-calls-'));
afterAll(() => rmSync(folder, { recursive: true }));

const fileOf = (index: number): string => join(folder, `${String(index)}.ts`);

/** Builds the sources together. @returns the calls that they use, or the message with which the build fails */
const callsIn = async (...sources: string[]): Promise<string[] | string> => {
  await Promise.all(sources.map((source, index) => writeFile(fileOf(index), source)));
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    join(__dirname, 'testing', 'listCalls.js'),
    ...sources.map((_, index) => fileOf(index)),
  ]);
  return JSON.parse(stdout) as string[] | string;
};

const importing = "import { calls, type Quiz } from '@lectern/contracts';\nconst use = globalThis.use;\n";

test('lists the calls that sources use, not those that they only mention', async () => {
  const found = await callsIn(
    `${importing}const a = use(calls.getQuiz, { path: {} }); // calls.getDeck\n/** calls.login */\nawait use(calls\n  .listQuizzes);`,
    'const use = globalThis.use; const calls = { deleteQuiz: 1 }; use(calls.deleteQuiz);',
    `${importing}const { getUser, getLimits: limits } = calls; use(getUser, limits);`,
    `${importing}const url = 'https://x.test'; use(api.calls.logout, isLong ? calls.listDecks : calls.listFolders);`,
    `${importing}const unused = () => use(calls.submitQuiz);`,
    "import { calls as table } from '@lectern/contracts';\nglobalThis.use(table.getFolder);",
    "import * as contracts from '@lectern/contracts';\nglobalThis.use(contracts.calls.createDeck);",
  );
  expect(found).toEqual(['createDeck', 'getFolder', 'getLimits', 'getQuiz', 'getUser', 'listDecks', 'listFolders', 'listQuizzes']);
});

test('sources that hide which calls they use fail the build', async () => {
  const hidden = [
    `${importing}use(calls[name]);`,
    `${importing}const { [name]: one } = calls; use(one);`,
    `${importing}use(Object.values(calls));`,
    "import * as contracts from '@lectern/contracts';\nglobalThis.use(contracts);",
  ];
  const clear = `${importing}use(calls.getQuiz);`;
  const files = hidden.map((_, index) => fileOf(index)).join(', ');
  expect(await callsIn(...hidden, clear)).toBe(`${files}: name each call as calls.name, so that the build can tell which calls it makes.`);
});
