import { countDropped, currentId, lastVerdict, reduceCheck, startCheck, type CheckAction } from './CheckSession';

const run = (...actions: CheckAction[]) => actions.reduce(reduceCheck, startCheck(['a', 'b', 'c']));
const keep: CheckAction = { type: 'decide', verdict: 'kept' };
const drop: CheckAction = { type: 'decide', verdict: 'dropped' };

test('goes from item to item to the end', () => {
  expect(currentId(run())).toBe('a');
  expect(currentId(run(keep))).toBe('b');
  expect(run(keep, drop, keep)).toMatchObject({ verdicts: [{ id: 'a' }, { id: 'b', verdict: 'dropped' }, { id: 'c' }] });
  expect(currentId(run(keep, drop, keep, keep))).toBeUndefined();
  expect(countDropped(run(keep, drop, drop))).toBe(2);
});

test('undo takes the latest decision back, also at the end', () => {
  expect(currentId(run(keep, drop, { type: 'undo' }))).toBe('b');
  expect(lastVerdict(run(keep, drop, { type: 'undo' }))).toEqual({ id: 'a', verdict: 'kept' });
  expect(currentId(run(keep, keep, keep, { type: 'undo' }))).toBe('c');
  expect(run({ type: 'undo' })).toEqual(run());
});

test('finishing keeps the rest, and an item that could not be dropped is kept', () => {
  expect(run(drop, { type: 'finish' })).toMatchObject({ verdicts: [{ verdict: 'dropped' }, { verdict: 'kept' }, { verdict: 'kept' }] });
  expect(countDropped(run(drop, { type: 'putBack', id: 'a' }))).toBe(0);
});
