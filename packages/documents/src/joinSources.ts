import type { Source } from '@lectern/contracts';

/** One source of two, the first leading: its title, and its language unless that cannot be told. Tables keep numbers of their own. */
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
