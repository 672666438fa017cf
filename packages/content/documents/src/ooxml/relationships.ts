import { posix } from 'node:path';
import { readXml } from './xml.ts';
import type { ZipParts } from './ZipParts.ts';
import { cleanText } from '../text/cleanText.ts';

/** Relationships of a part to other parts of the package. */
export interface Relationships {
  byId: ReadonlyMap<string, string>;
  /**
   * The first of each type. A type is the last segment of its URI, such as `slide`; only the segments before it differ between the strict
   * and the transitional form.
   */
  byType: ReadonlyMap<string, string>;
  allOfType: ReadonlyMap<string, readonly string[]>;
  /** Relationships to targets outside the package, which are never loaded. */
  externalIds: ReadonlySet<string>;
}

function resolve(part: string, target: string): string {
  let path = target.replaceAll('\\', '/').split('#')[0] ?? '';
  try {
    path = decodeURIComponent(path);
  } catch {
    // A stray percent sign belongs to the name.
  }
  return path.startsWith('/') ? posix.normalize(path).slice(1) : posix.normalize(posix.join(posix.dirname(part), path));
}

/** Reads the relationships of a part; `''` stands for the package. */
export function relationshipsOf(parts: ZipParts, part: string): Relationships {
  const byId = new Map<string, string>();
  const byType = new Map<string, string>();
  const allOfType = new Map<string, string[]>();
  const own = parts.read(part === '' ? '_rels/.rels' : `${posix.dirname(part)}/_rels/${posix.basename(part)}.rels`);
  const externalIds = new Set<string>();
  if (!own) return { byId, byType, allOfType, externalIds };
  readXml(own, {
    open: (element) => {
      const written = element.attribute('Target');
      if (element.name !== 'Relationship' || written === undefined) return;
      if (element.attribute('TargetMode') === 'External') {
        externalIds.add(element.attribute('Id') ?? '');
        return;
      }
      const target = resolve(part, written);
      const address = element.attribute('Type') ?? '';
      const type = address.slice(address.lastIndexOf('/') + 1);
      byId.set(element.attribute('Id') ?? '', target);
      if (!byType.has(type)) byType.set(type, target);
      allOfType.set(type, [...(allOfType.get(type) ?? []), target]);
    },
  });
  return { byId, byType, allOfType, externalIds };
}

/** Returns the title in the package's properties, or an empty string. Many programs write a meaningless one. */
export function readCoreTitle(parts: ZipParts): string {
  const name = relationshipsOf(parts, '').byType.get('core-properties');
  const part = name === undefined ? undefined : parts.read(name);
  if (!part) return '';
  let title = '';
  let inTitle = false;
  readXml(part, {
    open: (element) => {
      inTitle = element.name === 'title';
    },
    text: (text) => {
      if (inTitle) title += text;
    },
    close: () => {
      inTitle = false;
    },
  });
  return cleanText(title);
}
