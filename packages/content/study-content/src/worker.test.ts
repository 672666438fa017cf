import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Suggestion } from '@lectern/contracts';
import { readDeck, sourceOfDeck } from '@lectern/documents';
import type { DroppedItem } from './StudyContentEngine.ts';
import work from './worker.ts';
import type { ContentResults } from './contentTasks.ts';

it('returns cloneable results for every task, and failures as data', async () => {
  const bytes = readFileSync(join(__dirname, '../../../../samples/biology-cell-respiration.pptx'));
  const source = sourceOfDeck(await readDeck(bytes));
  for (const result of [
    await work({ task: 'guide', source }),
    await work({ task: 'quiz', sources: [source], count: 10, seed: 5 }),
    await work({ task: 'cards', sources: [source], count: 20 }),
    await work({ task: 'quiz', sources: [source, source], count: 10, seed: 5 }),
    await work({ task: 'cards', sources: [source, source], count: 20 }),
  ])
    expect(structuredClone(result)).toHaveProperty('ok');
  const suggested = (await work({ task: 'suggestions', source })) as { ok: { suggestions: Suggestion[] } };
  expect(structuredClone(suggested).ok.suggestions.length).toBeGreaterThan(10);
  expect(await work({ task: 'read-text', text: '# Cells\n\nA + B' })).toMatchObject({
    ok: { source: { title: 'Cells', language: 'und' } },
  });
  expect(await work({ task: 'quiz', sources: [{ ...source, passages: source.passages.slice(0, 2) }], count: 10, seed: 5 })).toMatchObject({
    failure: { code: 'too-little-material' },
  });
});

it('makes neither a dropped item again nor another with its key at its passage, and adds the form of each', async () => {
  const bytes = readFileSync(join(__dirname, '../../../../samples/biology-cell-respiration.pptx'));
  const source = sourceOfDeck(await readDeck(bytes));
  const cards = async (dropped: DroppedItem[]) => {
    const result = (await work({ task: 'cards', sources: [source], count: 100, dropped })) as { ok: ContentResults['cards'] };
    return result.ok.cards;
  };
  const before = await cards([]);
  const [first, second] = before;
  if (!first || !second) throw new Error('No cards');
  expect(before.filter(({ form }) => form === 'definition').length).toBeGreaterThan(5);
  const after = await cards([
    { text: first.front, key: 'something else', pointer: { kind: 'text', paragraph: 1 } },
    { text: 'something else', key: second.back, pointer: second.source.pointer },
  ]);
  expect(after.length).toBeGreaterThan(3);
  expect(after.map(({ front }) => front)).not.toContain(first.front);
  expect(after.map(({ back }) => back)).not.toContain(second.back);
});

it('loads no language model and no SDK on import', () => {
  jest.isolateModules(() => {
    jest.doMock('wink-nlp', () => {
      throw new Error('loaded too early');
    });
    jest.doMock('openai', () => {
      throw new Error('loaded too early');
    });
    // oxlint-disable-next-line typescript/no-require-imports
    expect(() => require('./index.ts') as unknown).not.toThrow();
  });
});

it('loads no schema library in a thread', () => {
  jest.isolateModules(() => {
    jest.doMock('@lectern/contracts/schema', () => {
      throw new Error('A thread takes what it needs of the contracts from @lectern/contracts/plain.');
    });
    // oxlint-disable-next-line typescript/no-require-imports
    expect(() => require('./worker.ts') as unknown).not.toThrow();
  });
});
