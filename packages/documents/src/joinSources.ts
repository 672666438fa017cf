import type { Source } from '@lectern/contracts';

/** Joins two sources. The title is the first one's, and so is the language unless it is unknown. The second one's tables are renumbered. */
export function joinSources(first: Source, second: Source): Source {
  const tables = Math.max(0, ...first.passages.map(({ table }) => table ?? 0));
  const shifted = second.passages.map((passage) => (passage.table === undefined ? passage : { ...passage, table: passage.table + tables }));
  const pictureSlides = [...(first.pictureSlides ?? []), ...(second.pictureSlides ?? [])];
  return {
    title: first.title,
    language: first.language === 'und' ? second.language : first.language,
    passages: [...first.passages, ...shifted],
    ...(pictureSlides.length > 0 && { pictureSlides }),
  };
}
