/** The limits of a guide's pages. */
export const pageLimits = {
  /** Pages per file of a guide. Further pages are not shown. */
  pages: 300,
  /** Width of a picture in pixels; narrower if the page is much taller than wide. */
  width: 1_280,
  /** Characters of a page's text. */
  alt: 2_000,
  /** Passages per page. */
  passages: 200,
  /** Rectangles per passage. */
  boxes: 8,
} as const;
