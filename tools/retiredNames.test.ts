import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..');
const adr = 'docs/adr/0009-names-of-the-field.md';

interface RetiredName {
  name: string;
  /** The folder in which the name is retired; empty for everywhere. */
  folder: string;
}

/** The first column of the table: `name`, or `name` in `folder`. */
const retiredNames = readFileSync(join(root, adr), 'utf8')
  .split('\n')
  .flatMap((line): RetiredName[] => {
    const [, name, folder = ''] = /^\| `(\w+)`(?: in `([\w/-]+)`)?\s*\|/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, folder }];
  });

/** Lecture texts and spellings by learners, in which any word may stand; and what lists the names. */
const isText = (file: string): boolean =>
  /\/fixtures\/|\/samples\/|^e2e\/stories\/pictures\//.test(file) || file === adr || file === 'tools/retiredNames.test.ts';

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.js', '*.mjs', '*.css', '*.md', '*.template'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => !isText(file));

/** Where one of the names stands: as a word by itself, or as a word of a longer name (`lentNames`, `createPaceWatch`). */
const found = (source: string, { name }: RetiredName): boolean => {
  const [first = '', rest = ''] = [name.slice(0, 1), name.slice(1)];
  const start = `(?:(?<![A-Za-z])[${first.toLowerCase()}${first.toUpperCase()}]|(?<=[a-z])${first.toUpperCase()})`;
  return new RegExp(`${start}${rest}(?![a-z])`).test(source);
};

test('the table names the names that were retired', () => {
  expect(retiredNames.length).toBeGreaterThan(25);
  expect(retiredNames).toContainEqual({ name: 'holder', folder: 'packages/server/service-kit' });
});

test.each([
  ['lend', 'the shell lend it', true],
  ['lent', 'const lentNames = 1', true],
  ['lent', 'const isLent = 1', true],
  ['lent', 'silent, Excellent', false],
  ['PaceWatch', 'createPaceWatch()', true],
  ['borrow', 'borrowing', false],
])('the name %s in %j', (name, source, isFound) => {
  expect(found(source, { name, folder: '' })).toBe(isFound);
});

test('no retired name comes back', () => {
  const back = files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return retiredNames.filter((each) => file.startsWith(each.folder) && found(source, each)).map(({ name }) => `${file}: ${name}`);
  });
  expect(back).toEqual([]);
});

test('no check goes by a letter and a number', () => {
  const numbered = files
    .filter(
      (file) =>
        file.startsWith('packages/content/study-content/') ||
        file.startsWith('packages/content/content-eval/') ||
        file === 'docs/quality.md',
    )
    .filter((file) => /(?<![\w.#'])'?(?:Q(?:[1-9]|1[0-3])|G(?:[1-9]|10)|F[1-7]|E[1-9])(?!\w)/.test(readFileSync(join(root, file), 'utf8')));
  expect(numbered).toEqual([]);
});

/** What tests compare with the specification where it stands beside the checkout. */
const mayName = (file: string): boolean => /^tools\/(?:test\/|retiredNames)|^e2e\/spec-coverage\//.test(file);

test('code cites nothing that is not in the repository: it names the rule itself, or docs/', () => {
  const cited = files
    .filter((file) => /\.tsx?$/.test(file) && !mayName(file))
    .filter((file) => /\bspecification\b|\bcontract,? section\b|\bquality list\b/i.test(readFileSync(join(root, file), 'utf8')));
  expect(cited).toEqual([]);
});
