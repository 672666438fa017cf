/** Adds all items to a list. A list of a hostile file may have more than a call takes arguments, as `push(...items)` would need. */
export function addAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
