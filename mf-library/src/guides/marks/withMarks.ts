import type { Mark } from '@lectern/contracts';

const asQuote = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Appends the learner's highlights and notes to a guide's markdown. */
export const withMarks = (markdown: string, marks: readonly Pick<Mark, 'quote' | 'note'>[]): string => {
  if (marks.length === 0) return markdown;
  const entries = marks.map(({ quote, note }) => `> ${asQuote(quote)}${note ? `\n\n${note}` : ''}`);
  return `${markdown.trimEnd()}\n\n## Highlights and notes\n\n${entries.join('\n\n')}\n`;
};
