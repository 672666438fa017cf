/** Appends all items. `push(...items)` fails on the long lists of hostile files, because a call takes a limited number of arguments. */
export function addAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
