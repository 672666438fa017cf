import type { GuideContent } from './styles/renderGuide.ts';

/** A section of a source that a guide tells under one heading. */
export interface OutlineSection {
  heading: string;
  /** Indexes of passages: the first one, and the one behind the last. */
  from: number;
  to: number;
}

/** How a guide divides its source, and the form that the embedded engine gives to each section. */
export interface GuideOutline {
  title: string;
  overview: string;
  /** They follow each other without a gap. */
  sections: readonly OutlineSection[];
  /** Some of the sections, by their indexes, as the embedded engine tells them. */
  contentOf(sections: ReadonlySet<number>): GuideContent;
}
