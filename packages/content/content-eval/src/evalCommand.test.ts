import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evalCommand } from './evalCommand.ts';
import { exitCodeOf, failedLines, measure } from './evaluate.ts';
import { goodDeck } from '../testing/goodDeck.ts';

const repository = join(__dirname, '../../../..');
const samples = ['nursing-heart-failure.pptx', 'law-contract-formation.pptx'].map((name) => join(repository, 'samples', name));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-eval-'));
  mkdirSync(join(folder, 'docs'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the command like `npm run eval` and captures its output. */
async function run(...argv: string[]): Promise<{ code: number; text: string; errors: string }> {
  const [text, errors]: [string[], string[]] = [[], []];
  const code = await evalCommand(argv, {
    root: folder,
    from: folder,
    environment: {},
    write: (part) => text.push(part),
    writeError: (part) => errors.push(part),
  });
  return { code, text: text.join(''), errors: errors.join('') };
}

interface Report {
  checks: { id: string; title: string; hard: boolean; verdict: string; n: number; findings: { text: string }[] }[];
  decks: { name: string; quizzes: { questions: unknown[] }[] }[];
}

it('finds no HARD failures in two sample decks', async () => {
  const { code, text, errors } = await run(...samples, '--json', 'report.json', '--items', '--guides');
  expect(errors).toBe('');
  const { checks, decks } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
  const hard = checks.filter(({ hard: isHard }) => isHard);
  expect(hard.length).toBeGreaterThan(12);
  expect(hard.filter(({ verdict }) => verdict !== 'pass').map(({ id, title, findings }) => [id, title, findings.slice(0, 5)])).toEqual([]);
  expect(code).toBe(0);
  expect(decks.map(({ name }) => name)).toEqual(['nursing-heart-failure.pptx', 'law-contract-formation.pptx']);

  // Each question is printed with its key, quote and explanation.
  expect(text).toMatch(/✓ [A-D] {2}\S/);
  expect(text).toMatch(/\n {4}explanation {2}\S/);
  expect(text).toMatch(/quote {8}“.+\n?.*\(slide \d+, (body|notes|table), line \d+\)/);
  expect(text).toContain('── Guide, ADPIE');
  expect(text).toMatch(/0 HARD checks fail/);
});

it('evaluates texts deterministically', async () => {
  writeFileSync(join(folder, 'text.md'), '# Short\n\nA nephron is the smallest unit of the kidney.\n');
  writeFileSync(join(folder, 'other.txt'), 'Nothing but one line of words stands in here.');
  const [first, second] = [await run('.', '--json', 'a.json'), await run('text.md', 'other.txt', '--json', 'b.json')];
  expect(first.errors).toBe('');
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Report;
  expect(read('a.json').decks.map(({ name }) => name)).toEqual(['other.txt', 'text.md']);
  expect(read('b.json').checks.map(({ title, n }) => [title, n])).toEqual(read('a.json').checks.map(({ title, n }) => [title, n]));
  expect(second.code).toBe(first.code);
});

it.each([
  [['missing.pptx'], /No such file or folder/],
  [['docs', '--engine', 'magic'], /Unknown engine magic/],
  [['docs', '--engine', 'openai'], /OPENAI_API_KEY or OPENAI_BASE_URL/],
  [['--findings', 'many'], /whole number/],
  [['--sample', '-3'], /argument/],
  [['--unknown'], /unknown/i],
])('explains what is wrong with %j', async (argv, message) => {
  const { code, errors } = await run(...argv);
  expect(code).toBe(2);
  expect(errors).toMatch(message);
});

it('draws the same sample each time', async () => {
  const [first, second] = [await run(samples[1]!, '--sample', '8'), await run(samples[1]!, '--sample', '8')];
  const headings = (text: string) => text.match(/── \d+ of 8, law-contract-formation\.pptx/g);
  expect(headings(first.text)).toHaveLength(8);
  const read = (text: string) => text.slice(0, text.indexOf('Engine offline'));
  expect(read(second.text)).toBe(read(first.text));
});

it('prints its options with --help', async () => {
  const { code, text } = await run('--help');
  expect(code).toBe(0);
  for (const option of ['--engine', '--items', '--json', '--strict']) expect(text).toContain(option);
});

describe('the exit code', () => {
  const engine = { name: 'offline', kind: 'offline' } as const;

  it('is 0 if every check passes', () => {
    const evaluation = measure([goodDeck()], engine);
    expect(failedLines(evaluation).hard).toEqual([]);
    expect(exitCodeOf(evaluation)).toBe(0);
  });

  it('is 1 if a HARD check fails', () => {
    const deck = goodDeck();
    deck.cardRounds[0]!.cards[0]!.card.source.quote = 'words that stand nowhere';
    const evaluation = measure([deck], engine);
    expect(failedLines(evaluation).hard.map(({ check }) => check.id)).toEqual(['quote-verbatim']);
    expect(exitCodeOf(evaluation)).toBe(1);
  });

  it('is 1 for other checks only with --strict', () => {
    const deck = goodDeck();
    deck.cardRounds[0]!.cards[0]!.card.front = 'The smallest unit of the kidney';
    const evaluation = measure([deck], engine);
    expect(exitCodeOf(evaluation)).toBe(0);
    expect(exitCodeOf(evaluation, { isStrict: true })).toBe(1);
  });
});
