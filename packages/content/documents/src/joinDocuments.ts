import type { Pointer } from '@lectern/contracts';
import { joinMaterials, withPointers } from './joinMaterials.ts';
import type { ReadMaterial } from './ReadMaterial.ts';

/** A document with the name of its file. */
export interface NamedMaterial extends ReadMaterial {
  name: string;
}

/** Names that differ: the second "notes.md" is "notes.md (2)". */
function distinctNames(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    let distinct = name === '' ? 'Document' : name;
    for (let count = 2; used.has(distinct); count += 1) distinct = `${name === '' ? 'Document' : name} (${String(count)})`;
    used.add(distinct);
    return distinct;
  });
}

/** A material whose pointers name its document. */
function withName({ source, pictures }: ReadMaterial, document: string): ReadMaterial {
  const named = (pointer: Pointer): Pointer => (pointer.kind === 'slide' ? pointer : { ...pointer, document });
  return {
    source: {
      ...source,
      passages: source.passages.map((passage) => ({ ...passage, pointer: named(passage.pointer) })),
      ...(source.omitted && { omitted: source.omitted.map((line) => ({ ...line, pointer: named(line.pointer) })) }),
      ...(source.unreadPages && { unreadPages: source.unreadPages.map((pages) => ({ ...pages, document })) }),
    },
    pictures: withPointers(pictures, named),
  };
}

/** Joins the documents of a guide in their order. Where there are several, each pointer names its document. */
export function joinDocuments(documents: readonly NamedMaterial[]): ReadMaterial | undefined {
  const [first] = documents;
  if (documents.length < 2) return first && { source: first.source, pictures: first.pictures };
  const names = distinctNames(documents.map(({ name }) => name));
  return documents.map((document, index) => withName(document, names[index] ?? '')).reduce(joinMaterials);
}
