import type { Passage, Section, Source } from '@lectern/contracts';

/** The most letters of a heading in a pointer. A longer one ends with an ellipsis. */
const longestHeading = 60;
/** A part of a book by its number: 'Chapter 2' of 'Chapter 2: The heart'. */
const numberedPart =
  /^((?:chapter|lecture|lesson|module|part|section|unit|kapitel|teil|abschnitt|vorlesung|chapitre|partie|capítulo|parte)\s+(?:\d{1,3}|[ivxlc]{1,7}))\s*[:.–—-]\s*\S/iu;

/** A heading as pointers name it: a part of a book by its number, any other one by its words, without brackets, which end a reference. */
function nameOf(heading: string): string {
  const plain = heading.replaceAll('[', '(').replaceAll(']', ')');
  const name = numberedPart.exec(plain)?.[1] ?? plain;
  if (name.length <= longestHeading) return name;
  const start = name
    .slice(0, longestHeading - 1)
    .toWellFormed()
    .replace(/\s\S*$/, '');
  return `${start}…`;
}

/** A document's passages with the headings that they stand under. Paragraphs are counted below the nearest heading; those above the first have none. */
export function withSections(source: Source): Source {
  let section: Section | undefined;
  const passages = source.passages.map((passage): Passage => {
    const { kind, text, pointer } = passage;
    if (pointer.kind !== 'text') return passage;
    if (kind === 'title') section = { heading: nameOf(text), paragraph: 0 };
    else if (section) section = { ...section, paragraph: section.paragraph + 1 };
    return section ? { ...passage, pointer: { ...pointer, section } } : passage;
  });
  return { ...source, passages };
}
