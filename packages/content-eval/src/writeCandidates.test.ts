import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseJudgements } from './judgements.ts';
import { readMaterials } from './readMaterials.ts';
import { writeCandidates } from './writeCandidates.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-candidates-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('writes items for a reader, and tables that take the judgements in their order', async () => {
  const samples = join(__dirname, '../../../samples');
  const materials = await readMaterials([join(samples, 'nursing-heart-failure.pptx'), join(samples, 'law-contract-formation.pptx')]);
  const counts = await writeCandidates(materials, folder);
  expect(counts.questions).toBeGreaterThanOrEqual(20);
  expect(counts.cards).toBeGreaterThanOrEqual(20);

  const items = readFileSync(join(folder, 'items.txt'), 'utf8');
  const ids = [...items.matchAll(/^([qc]\d+) /gm)].map(([, id]) => id);
  expect(ids).toHaveLength(counts.questions + counts.cards);
  expect(new Set(ids).size).toBe(ids.length);
  // One right option a question, and no sentence twice among the questions of a deck.
  expect(items.match(/✓ [A-D] /g)).toHaveLength(counts.questions);
  expect(items).toMatch(/^== nursing-heart-failure\.pptx ==$/m);

  for (const kind of ['questions', 'cards'] as const) {
    const table = readFileSync(join(folder, `${kind}.csv`), 'utf8');
    expect(parseJudgements(table, 'nobody')).toEqual([]);
    const judged = parseJudgements(table.replace(/^,/gm, 'good,'), 'reader');
    expect(judged).toHaveLength(counts[kind]);
    expect(new Set(judged.map(({ deck }) => deck)).size).toBe(2);
    // The words of the deck are not kept.
    expect(judged.every(({ features, deck }) => /^[0-9a-f]{8}$/.test(deck) && Object.values(features).every(Number.isFinite))).toBe(true);
  }
});
