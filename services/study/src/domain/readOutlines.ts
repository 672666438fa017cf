import type { OwnedResource, OwnedResources, Outline } from './OwnedResource.ts';

/**
 * Reads resources without their large fields, which would be hundreds of megabytes for a hundred decks.
 * @param large - the fields `Large`
 */
export async function readOutlines<T extends OwnedResource, Large extends keyof T>(
  resources: OwnedResources<T>,
  large: readonly Exclude<keyof T & string, '_id'>[],
  itemsOf: (resource: T) => readonly unknown[],
  keys: { userId: string; ids: readonly string[] },
): Promise<Outline<T, Large>[]> {
  const outlines: Outline<T, Large>[] = [];
  for (const outline of await resources.getManyWithout(large, keys)) {
    const { _id, itemCount } = outline as unknown as OwnedResource;
    // A document from before `itemCount` is read whole, until it is changed.
    const whole = itemCount === undefined ? await resources.get({ userId: keys.userId, _id }) : undefined;
    if (itemCount === undefined && !whole) continue;
    outlines.push({ ...outline, itemCount: itemCount ?? (whole ? itemsOf(whole).length : 0) } as unknown as Outline<T, Large>);
  }
  return outlines;
}
