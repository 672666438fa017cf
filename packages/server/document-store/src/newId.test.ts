import { newId } from './newId.ts';

describe('newId', () => {
  it('creates UUIDs of version 7 with the time of the clock', () => {
    const id = newId(() => Date.UTC(2100, 0, 1));
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(Date.UTC(2100, 0, 1));
  });

  it('sorts by creation within a millisecond and when the clock is set back', () => {
    const ids = Array.from({ length: 5_000 }, (_, n) => newId(() => Date.UTC(2101, 0, 1) - n));
    expect(ids).toEqual([...new Set(ids)].sort());
  });
});
