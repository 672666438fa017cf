import { renderCoverage, rowsOf, type JestReport, type PlaywrightReport } from './specCoverage.ts';
import { missingIn, wordingsOf } from './wordings.ts';

const jestReport = (...tests: [title: string, status: string][]): JestReport => ({
  testResults: [{ name: '/here/a.test.ts', assertionResults: tests.map(([title, status]) => ({ title, status })) }],
});
const playwrightReport = (specs: NonNullable<PlaywrightReport['suites'][number]['specs']>): PlaywrightReport => ({
  config: { rootDir: '/here/e2e/specs' },
  suites: [{ suites: [{ specs }] }],
});

describe('the table', () => {
  it('has a row for each statement in the title of a passed test or step, and for nothing else', () => {
    const rows = rowsOf(
      [jestReport(['§5 Register: at least 8 characters', 'passed'], ['§5 Register: both equal', 'failed'], ['keeps the cache', 'passed'])],
      [
        playwrightReport([
          {
            title: '§2 Login: goes to /dashboard',
            file: 'b.spec.ts',
            ok: true,
            tests: [
              {
                results: [
                  {
                    status: 'passed',
                    steps: [
                      { title: '§6 Limits: 5 guides', steps: [{ title: '§9 Limits: 2 folders' }] },
                      { title: '§6 Limits: failed', error: {} },
                    ],
                  },
                ],
              },
            ],
          },
          { title: '§2 Login: broken', file: 'b.spec.ts', ok: false, tests: [] },
        ]),
      ],
      '/here',
    );
    expect(rows.map(({ section, area, statement, files }) => [section, area, statement, files])).toEqual([
      [2, 'Login', 'goes to /dashboard', ['e2e/specs/b.spec.ts']],
      [5, 'Register', 'at least 8 characters', ['a.test.ts']],
      [6, 'Limits', '5 guides', ['e2e/specs/b.spec.ts']],
      [9, 'Limits', '2 folders', ['e2e/specs/b.spec.ts']],
    ]);
    expect(renderCoverage(rows)).toContain('| Register | at least 8 characters | `a.test.ts` |');
  });

  it('names a statement that several tests prove once, with all their files', () => {
    const second: JestReport = { testResults: [{ name: '/here/b.test.ts', assertionResults: [{ title: '§5 A: b', status: 'passed' }] }] };
    expect(rowsOf([jestReport(['§5 A: b', 'passed']), second], [], '/here')).toEqual([
      { section: 5, area: 'A', statement: 'b', files: ['a.test.ts', 'b.test.ts'] },
    ]);
  });
});

describe('the wordings of a specification', () => {
  const specification = [
    '## 2. Screens',
    '| / | signed-out | landing |',
    "Shows 'You've reached your' + type.",
    '## 7. Calls',
    '| POST | /auth/login | email |',
    '## 9. Constants',
    '- 5 guides, $9.99, 80 percent.',
  ].join('\n');

  it('are its routes, calls, quoted sentences and figures', () => {
    expect(wordingsOf(specification)).toEqual({
      routes: ['/'],
      calls: ['POST /auth/login'],
      messages: ["You've reached your"],
      constants: ['$9.99', '5', '80'],
    });
  });

  it('are missed where no row names them', () => {
    const table = "| A | '/' and POST /auth/login, 'You've reached your' quizzes; 5 guides for $9.99 | t |";
    expect(missingIn(table, wordingsOf(specification))).toEqual(['80']);
    expect(missingIn('', wordingsOf(specification))).toHaveLength(6);
  });
});
