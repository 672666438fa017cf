import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDeck, sourceOfDeck } from '@lectern/documents';
import work from './worker.ts';

it('answers every task with what can be cloned, and failures as data', async () => {
  const bytes = readFileSync(join(__dirname, '../../../samples/biology-cell-respiration.pptx'));
  const source = sourceOfDeck(await readDeck(bytes));
  for (const result of [
    await work({ task: 'guide', source }),
    await work({ task: 'quiz', source, count: 10, seed: 5 }),
    await work({ task: 'cards', source, count: 20 }),
    await work({ task: 'quiz-of-several', sources: [source, source], count: 10, seed: 5 }),
    await work({ task: 'cards-of-several', sources: [source, source], count: 20 }),
  ])
    expect(structuredClone(result)).toHaveProperty('ok');
  expect(await work({ task: 'read-text', text: '# Cells\n\nA + B' })).toMatchObject({
    ok: { source: { title: 'Cells', language: 'und' } },
  });
  expect(await work({ task: 'quiz', source: { ...source, passages: source.passages.slice(0, 2) }, count: 10, seed: 5 })).toMatchObject({
    failure: { code: 'too-little-material' },
  });
});

it('loads no language model and no SDK by importing the package', () => {
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

it('loads no schema in a thread', () => {
  jest.isolateModules(() => {
    jest.doMock('@lectern/contracts/schema', () => {
      throw new Error('A thread takes what it needs of the contracts from @lectern/contracts/plain.');
    });
    // oxlint-disable-next-line typescript/no-require-imports
    expect(() => require('./worker.ts') as unknown).not.toThrow();
  });
});
