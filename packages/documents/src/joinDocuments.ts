import type { Source } from '@lectern/contracts';
import { joinSources } from './joinSources.ts';

/** A document with the name of its file. */
export interface NamedSource {
  name: string;
  source: Source;
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

/** A source whose pointers name its document. */
const withName = (source: Source, document: string): Source => ({
  ...source,
  passages: source.passages.map((passage) =>
    passage.pointer.kind === 'slide' ? passage : { ...passage, pointer: { ...passage.pointer, document } },
  ),
});

/** Joins the documents of a guide in their order. Where there are several, each pointer names its document. */
export function joinDocuments(documents: readonly NamedSource[]): Source | undefined {
  const [first] = documents;
  if (documents.length < 2) return first?.source;
  const names = distinctNames(documents.map(({ name }) => name));
  return documents.map(({ source }, index) => withName(source, names[index] ?? '')).reduce(joinSources);
}
