import { cleanText } from '../text/cleanText.ts';
import { relationshipsOf } from './relationships.ts';
import { readXml } from './xml.ts';
import type { ZipParts } from './ZipParts.ts';

/** The title in the properties of a package; empty without one. Many programs write one that names nothing. */
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
