import { posix } from 'node:path';
import { readXml } from './xml.ts';
import type { ZipParts } from './ZipParts.ts';

/** Where a part points to. */
export interface Relationship {
  id: string;
  /** The last word of the relationship's type, such as `slide` or `notesSlide`: the strict and the ordinary form differ before it. */
  type: string;
  /** Name of the part inside the package. */
  target: string;
}

function resolve(part: string, target: string): string {
  let path = target.replaceAll('\\', '/').split('#')[0] ?? '';
  try {
    path = decodeURIComponent(path);
  } catch {
    // A stray percent sign is part of the name.
  }
  return path.startsWith('/') ? posix.normalize(path).slice(1) : posix.normalize(posix.join(posix.dirname(part), path));
}

/** The relationships of a part (`''` for the package itself) to other parts of the package; external ones are left out. */
export function relationshipsOf(parts: ZipParts, part: string): Relationship[] {
  const bytes = parts.read(part === '' ? '_rels/.rels' : `${posix.dirname(part)}/_rels/${posix.basename(part)}.rels`);
  const found: Relationship[] = [];
  if (!bytes) return found;
  readXml(bytes, {
    open: (element) => {
      const target = element.attribute('Target');
      if (element.name !== 'Relationship' || target === undefined || element.attribute('TargetMode') === 'External') return;
      const type = element.attribute('Type') ?? '';
      found.push({ id: element.attribute('Id') ?? '', type: type.slice(type.lastIndexOf('/') + 1), target: resolve(part, target) });
    },
    close: () => undefined,
  });
  return found;
}
