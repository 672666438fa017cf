/** Appends a value to the list of a key. */
export function appendTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Counts keys. */
export class Counter<Key> {
  private readonly counts = new Map<Key, number>();

  constructor(keys: Iterable<Key> = []) {
    for (const key of keys) this.add(key);
  }

  add(key: Key): void {
    this.counts.set(key, this.of(key) + 1);
  }

  of(key: Key): number {
    return this.counts.get(key) ?? 0;
  }
}

/** Picks at most `most` items, evenly spaced. */
export const evenlySpaced = <Item>(items: readonly Item[], most: number): readonly Item[] =>
  items.length <= most ? items : Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)] as Item);

/** The arithmetic mean; 0 without values. */
export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Runs `work` for each item with limited concurrency. */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const waiting = [...items.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
}
