/** A slide, or the notes of one. */
export type PageKind = 'slide' | 'notes';

/** The parts of a page that are read. A shape without a placeholder has the type `undefined`. */
interface PageRules {
  readsText: (placeholder: string | undefined) => boolean;
  /** Whether a paragraph that does not say is a bullet. */
  hasBullets: (placeholder: string | undefined) => boolean;
  readsPictures: boolean;
}

// A program fills in the same texts on every slide; they are not about its subject.
const fixturePlaceholders = new Set<string | undefined>(['sldNum', 'ftr', 'dt', 'hdr', 'sldImg']);
const bulletPlaceholders = new Set<string | undefined>(['body', 'obj', '', 'half', 'clipArt']);

/** Whether a placeholder holds what a person wrote for the foot of every slide. Dates and numbers are filled in by the program. */
export const isFooter = (placeholder: string | undefined): boolean => placeholder === 'ftr';

export const pageRules: Readonly<Record<PageKind, PageRules>> = {
  slide: {
    readsText: (placeholder) => !fixturePlaceholders.has(placeholder),
    hasBullets: (placeholder) => bulletPlaceholders.has(placeholder),
    readsPictures: true,
  },
  // The speaker's text is in the body placeholder.
  notes: { readsText: (placeholder) => placeholder === 'body', hasBullets: () => false, readsPictures: false },
};
