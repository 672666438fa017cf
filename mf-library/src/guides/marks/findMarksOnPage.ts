import { findMarks, squeezed, type MarkPlace } from './findMarks';
import { guideTextIn, wordsOf } from './passageOf';

/** Finds the marks whose words are on the page, in page order. */
export const findMarksOnPage = (marks: Parameters<typeof findMarks>[1]): readonly MarkPlace[] => {
  const text = guideTextIn(document.body);
  if (!text) return [];
  const range = document.createRange();
  range.selectNodeContents(text);
  return findMarks(squeezed(wordsOf(range.cloneContents())), marks);
};
