import { addMonths } from './addMonths.ts';

const at = (text: string): number => Date.parse(text) / 1_000;

describe('addMonths', () => {
  it.each([
    ['2026-01-15T10:20:30Z', 1, '2026-02-15T10:20:30Z'],
    ['2026-01-31T10:20:30Z', 1, '2026-02-28T10:20:30Z'],
    ['2026-01-31T10:20:30Z', 2, '2026-03-31T10:20:30Z'],
    ['2027-12-31T00:00:00Z', 2, '2028-02-29T00:00:00Z'],
  ])('takes %s by %i to %s', (from, months, to) => {
    expect(addMonths(at(from), months)).toBe(at(to));
  });
});
