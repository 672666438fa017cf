import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** The plugin is an ES module with top-level imports that jest would have to transform whole; Node runs it as it is. */
const callsIn = (sources: string[]): (string[] | string)[] =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        '--input-type=module',
        '-e',
        `import { callsIn } from './ContractPlugin.js';
         const tried = (source) => { try { return callsIn(source, 'x.ts'); } catch (error) { return error.message; } };
         console.log(JSON.stringify(${JSON.stringify(sources)}.map(tried)));`,
      ],
      { cwd: join(__dirname), encoding: 'utf8' },
    ),
  ) as (string[] | string)[];

const importing = "import { calls, type Quiz } from '@lectern/contracts';\n";

test('the calls that a source makes, and none that it only speaks of', () => {
  const [made, none, taken, other] = callsIn([
    `${importing}const a = call(calls.getQuiz, { path: { id } }); // calls.getDeck\n/** calls.login */\nawait callPage(calls\n  .listQuizzes);`,
    'const calls = { getQuiz: 1 }; use(calls.getQuiz);',
    `${importing}export const { getUser, getLimits: limits } = calls;`,
    `${importing}const url = 'https://x.test'; use(api.calls.login, isLong ? calls.listDecks : calls.listFolders);`,
  ]);
  expect([made, none, taken, other]).toEqual([['getQuiz', 'listQuizzes'], [], ['getUser', 'getLimits'], ['listDecks', 'listFolders']]);
});

test('a source that hides which calls it makes fails the build', () => {
  const hidden = [
    `${importing}use(calls[name]);`,
    `${importing}const { [name]: one } = calls;`,
    `${importing}Object.values(calls);`,
    "import { calls as table } from '@lectern/contracts';\nuse(table.getQuiz);",
    "import * as contracts from '@lectern/contracts';\nuse(contracts.calls.getQuiz);",
  ];
  for (const result of callsIn(hidden))
    expect(result).toBe('x.ts: name each call as calls.name, so that the build can tell which calls it makes.');
});
