import { createSummaryChanges } from './createSummaryChanges';
import { aReviewSummary } from './testing';

const recalled = { due: -1, new: 0, reviewedToday: 1 };
const start = () => {
  const changes = createSummaryChanges(() => 'u1');
  const read = (due: number) => {
    const readAt = changes.begin();
    return { summary: aReviewSummary({ due, new: 2 }), readAt };
  };
  return { changes, read };
};

test('an answer that waited before the page was opened counts once, until it is stored', () => {
  const { changes, read } = start();
  changes.add('a', recalled);
  changes.add('a', recalled);
  expect(changes.applyTo(read(10))).toMatchObject({ due: 9, reviewedToday: 7 });
  changes.stored('a');
  changes.add('a', recalled);
  expect(changes.applyTo(read(9))).toMatchObject({ due: 9 });
});

test('an answer counts from its rating on, and once, whenever the summary is read', () => {
  const { changes, read } = start();
  const before = read(10);
  changes.add('a', recalled);
  expect(changes.applyTo(before)).toMatchObject({
    due: 9,
    new: 2,
    reviewedToday: 7,
    forecast: expect.arrayContaining([{ date: '2026-03-02', due: 9 }]),
  });
  changes.stored('a');
  expect(changes.applyTo(before)).toMatchObject({ due: 9 });
  expect(changes.wasStoredSince(before.readAt)).toBe(true);
  const after = read(9);
  expect(changes.applyTo(after)).toMatchObject({ due: 9 });
  expect(changes.wasStoredSince(after.readAt)).toBe(false);
});

test('an answer that is taken back counts no more, wherever it was by then', () => {
  for (const wasStored of [false, true]) {
    const { changes, read } = start();
    const before = read(10);
    changes.add('a', recalled);
    if (wasStored) changes.stored('a');
    const between = wasStored ? read(9) : before;
    changes.takeBack('a');
    expect(changes.applyTo(between)).toMatchObject({ due: 10 });
    changes.undone('a');
    expect(changes.applyTo(between)).toMatchObject({ due: 10 });
    expect(changes.applyTo(read(10))).toMatchObject({ due: 10 });
  }
});

test('a refused answer counts no more, and none counts for another learner', () => {
  let owner = 'u1';
  const changes = createSummaryChanges(() => owner);
  const before = { summary: aReviewSummary({ due: 10 }), readAt: changes.begin() };
  changes.add('a', recalled);
  changes.add('b', recalled);
  changes.refused('a');
  expect(changes.applyTo(before)).toMatchObject({ due: 9 });
  owner = 'u2';
  expect(changes.applyTo(before)).toMatchObject({ due: 10 });
});
