import type { UnreadPages } from '@lectern/contracts';
import { DocumentError } from '../DocumentError.ts';
import { hasWrongLetters } from './hasWrongLetters.ts';
import type { PageText } from './TextRun.ts';

/** The fewest pairs of letters by which a page, and a whole document, is judged. */
const fewestPairs = { page: 80, document: 40 };
/** The most characters of a page, and of a document, that are looked at. */
const longest = { page: 2_000, document: 20_000 };
/** The share of wrong letters from which on a document is refused. */
const mostWrong = 0.7;

const wrongLetters = (): DocumentError =>
  new DocumentError(
    'no-text',
    'The letters of this PDF cannot be read as text: its fonts name other letters than they show. Save it again from the program that it comes from, or upload the slides.',
  );

/** The text of a page, as far as it is looked at. */
function textOf({ directions }: PageText): string {
  let text = '';
  for (const { runs } of directions)
    for (const run of runs) {
      if (text.length > longest.page) return text;
      text += run.hasSpaceBefore ? ` ${run.text}` : run.text;
    }
  return text.slice(0, longest.page);
}

/**
 * The pages of a PDF without the text of those whose fonts name other letters than they show, and which pages these are.
 *
 * @param isWhole Whether these are all pages of the file.
 * @throws DocumentError `no-text` where this is most of the text
 */
export function withoutWrongLetters(pages: readonly PageText[], isWhole: boolean): { pages: PageText[]; unreadPages: UnreadPages[] } {
  const texts = pages.map(textOf);
  const isWrong = texts.map((text) => hasWrongLetters(text, fewestPairs.page));
  const all = texts.reduce((sum, { length }) => sum + length, 0);
  const wrong = texts.reduce((sum, { length }, index) => sum + (isWrong[index] ? length : 0), 0);
  const isRefused =
    wrong > 0 ? wrong >= mostWrong * all : hasWrongLetters(texts.join(' ').slice(0, longest.document), fewestPairs.document);
  if (isWhole && isRefused) throw wrongLetters();
  const unread: UnreadPages[] = [];
  const read = pages.map((page, index) => {
    if (!isWrong[index]) return page;
    const last = unread.at(-1);
    if (last?.last === page.page - 1) last.last = page.page;
    else unread.push({ first: page.page, last: page.page });
    return { ...page, directions: [] };
  });
  return { pages: read, unreadPages: unread };
}
