import type { GuideContent } from './styles/renderGuide.ts';

/** The passages that a guide covers under one heading. */
export interface OutlineSection {
  heading: string;
  /** Passage indexes; `to` is exclusive. */
  from: number;
  to: number;
}

/** How a guide divides its source, and how the embedded engine renders each section. */
export interface GuideOutline {
  title: string;
  overview: string;
  /** Contiguous. */
  sections: readonly OutlineSection[];
  /** Renders the sections with these indexes. */
  contentOf(sections: ReadonlySet<number>): GuideContent;
}
