import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const folder = mkdtempSync(join(tmpdir(), 'lectern-calls-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Builds each source by itself. @returns by source the calls that it uses, or the message with which its build fails */
const callsIn = async (...sources: string[]): Promise<(string[] | string)[]> => {
  const files = sources.map((_, index) => join(folder, `${String(index)}.ts`));
  await Promise.all(files.map((file, index) => writeFile(file, sources[index] ?? '')));
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    join(__dirname, 'fixtures', 'listCalls.js'),
    ...files,
  ]);
  return JSON.parse(stdout) as (string[] | string)[];
};

const importing = "import { calls, type Quiz } from '@lectern/contracts';\nconst use = globalThis.use;\n";

test('the calls that a source uses, and none that it only speaks of', async () => {
  const found = await callsIn(
    `${importing}const a = use(calls.getQuiz, { path: {} }); // calls.getDeck\n/** calls.login */\nawait use(calls\n  .listQuizzes);`,
    'const use = globalThis.use; const calls = { getQuiz: 1 }; use(calls.getQuiz);',
    `${importing}const { getUser, getLimits: limits } = calls; use(getUser, limits);`,
    `${importing}const url = 'https://x.test'; use(api.calls.login, isLong ? calls.listDecks : calls.listFolders);`,
    `${importing}const unused = () => use(calls.getQuiz);`,
    "import { calls as table } from '@lectern/contracts';\nglobalThis.use(table.getQuiz);",
    "import * as contracts from '@lectern/contracts';\nglobalThis.use(contracts.calls.getQuiz);",
  );
  expect(found).toEqual([
    ['getQuiz', 'listQuizzes'],
    [],
    ['getLimits', 'getUser'],
    ['listDecks', 'listFolders'],
    [],
    ['getQuiz'],
    ['getQuiz'],
  ]);
});

test('a source that hides which calls it uses fails the build', async () => {
  const found = await callsIn(
    `${importing}use(calls[name]);`,
    `${importing}const { [name]: one } = calls; use(one);`,
    `${importing}use(Object.values(calls));`,
    "import * as contracts from '@lectern/contracts';\nglobalThis.use(contracts);",
  );
  for (const [index, message] of found.entries())
    expect(message).toBe(
      `${join(folder, `${String(index)}.ts`)}: name each call as calls.name, so that the build can tell which calls it makes.`,
    );
});
