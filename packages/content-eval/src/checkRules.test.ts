import { checkIds } from '@lectern/study-content';
import { checkRules } from './checkRules.ts';
import { groups } from './evaluate.ts';

const ids = checkRules.map(({ id }) => id);

it('has one rule for each check of the evaluation and of the gate, and for no other', () => {
  expect(new Set(ids).size).toBe(ids.length);
  const used = new Set<string>([...groups.flatMap(({ checks }) => checks.map(({ id }) => id)), ...checkIds]);
  expect([...used].sort()).toEqual([...ids].sort());
});
