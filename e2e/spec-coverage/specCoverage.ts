/** A statement of the specification that a passed test proves. */
export interface CoverageRow {
  /** The section of the specification, 1 to 9. */
  section: number;
  /** The screen or topic: 'Dashboard'. */
  area: string;
  /** A short statement, with the specification's wordings in quotes. */
  statement: string;
  /** The test files, relative to the project's folder. */
  files: string[];
}

/** The part of Jest's JSON report that is used here. */
export interface JestReport {
  testResults: { name: string; assertionResults: { title: string; status: string }[] }[];
}

interface Step {
  title: string;
  error?: unknown;
  steps?: Step[];
}

interface Suite {
  specs?: { title: string; file: string; ok: boolean; tests: { results: { status: string; steps?: Step[] }[] }[] }[];
  suites?: Suite[];
}

/** The part of Playwright's JSON report that is used here. */
export interface PlaywrightReport {
  config: { rootDir: string };
  suites: Suite[];
}

/** '§2 Dashboard: greets with the first name' */
const titlePattern = /^§([1-9]) ([^:]+): (.+)$/s;

const sectionNames: Readonly<Record<number, string>> = {
  1: 'What the product does and for whom',
  2: 'Screens and routes',
  3: 'Entities and their fields',
  4: 'States and transitions',
  5: 'Validation rules',
  6: 'Roles and permissions',
  7: 'The calls it makes',
  8: 'Error catalogue',
  9: 'Business constants and limits',
};

/** Returns the titles of passed tests and of their passed steps, each with its file. */
const jestTitles = (report: JestReport): [title: string, file: string][] =>
  report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'passed').map(({ title }): [string, string] => [title, name]),
  );

const stepTitles = (steps: readonly Step[]): string[] =>
  steps.flatMap(({ title, error, steps: inner = [] }) => (error === undefined ? [title, ...stepTitles(inner)] : stepTitles(inner)));

const playwrightTitles = ({ config, suites }: PlaywrightReport): [title: string, file: string][] => {
  const visit = (suite: Suite): [string, string][] => [
    ...(suite.specs ?? [])
      .filter(({ ok }) => ok)
      .flatMap(({ title, file, tests }): [string, string][] => {
        const passed = tests.flatMap(({ results }) => results.filter(({ status }) => status === 'passed'));
        return [title, ...passed.flatMap(({ steps = [] }) => stepTitles(steps))].map((each) => [each, `${config.rootDir}/${file}`]);
      }),
    ...(suite.suites ?? []).flatMap(visit),
  ];
  return suites.flatMap(visit);
};

const byCodePoint = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/**
 * Returns the rows of the coverage table: one per statement that the title of a passed test names. Rows have no other source, so every row
 * has a test.
 *
 * @param root the project's folder, which is removed from file names.
 */
export const rowsOf = (jest: readonly JestReport[], playwright: readonly PlaywrightReport[], root: string): CoverageRow[] => {
  const rows = new Map<string, CoverageRow>();
  for (const [title, file] of [...jest.flatMap(jestTitles), ...playwright.flatMap(playwrightTitles)]) {
    const [, section, area, statement] = titlePattern.exec(title) ?? [];
    if (section === undefined || area === undefined || statement === undefined) continue;
    const row = rows.get(title) ?? { section: Number(section), area: area.trim(), statement: statement.trim(), files: [] };
    const name = file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;
    if (!row.files.includes(name)) row.files.push(name);
    rows.set(title, row);
  }
  for (const row of rows.values()) row.files.sort(byCodePoint);
  return [...rows.values()].sort(
    (one, other) => one.section - other.section || byCodePoint(one.area, other.area) || byCodePoint(one.statement, other.statement),
  );
};

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ').replaceAll('<', '&lt;');

/** Renders the table as Markdown. */
export const renderCoverage = (rows: readonly CoverageRow[]): string => {
  const sections = [...new Set(rows.map(({ section }) => section))];
  const parts = sections.map((section) => {
    const own = rows.filter((row) => row.section === section);
    const lines = own.map(
      ({ area, statement, files }) => `| ${cell(area)} | ${cell(statement)} | ${files.map((file) => `\`${file}\``).join(', ')} |`,
    );
    return [`## ${String(section)} ${sectionNames[section] ?? ''}`, '', '| Area | Statement | Test |', '|---|---|---|', ...lines, ''].join(
      '\n',
    );
  });
  return [
    '# What of the specification is proven, and where',
    '',
    `Written by \`npm test\` from the titles of the tests that passed ("§2 Dashboard: …"); do not edit. ${String(rows.length)} statements.`,
    '',
    ...parts,
  ].join('\n');
};
