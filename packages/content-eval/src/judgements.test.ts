import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseJudgements, readJudgements } from './judgements.ts';

it('reads a judgement, a deck and the features, and leaves out what was not judged', () => {
  expect(parseJudgements('judgement,deck,one,two\ngood,7,1,0.5\n,7,1,1\nbad,8,0,-2\n', 'reader')).toEqual([
    { reader: 'reader', deck: '7', judgement: 'good', features: { one: 1, two: 0.5 } },
    { reader: 'reader', deck: '8', judgement: 'bad', features: { one: 0, two: -2 } },
  ]);
});

it.each(['good,1,0.5', 'fine,1,0.5,2', 'good,1,0.5,much'])('refuses the row %s', (row) => {
  expect(() => parseJudgements(`judgement,deck,one,two\n${row}\n`, 'reader')).toThrow('Row 2 is no judgement.');
});

it('reads the files of all readers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-judgements-'));
  try {
    for (const [reader, kind] of [
      ['first', 'questions'],
      ['second', 'questions'],
      ['second', 'cards'],
    ] as const) {
      mkdirSync(join(folder, reader), { recursive: true });
      writeFileSync(join(folder, reader, `${kind}.csv`), `judgement,deck,of the ${reader}\ngood,1,1\n`);
    }
    expect(readJudgements(folder, 'questions').map(({ reader, features }) => [reader, features])).toEqual([
      ['first', { 'of the first': 1 }],
      ['second', { 'of the second': 1 }],
    ]);
    expect(readJudgements(folder, 'cards')).toHaveLength(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
