import type { OmissionReason } from '@lectern/contracts';

export interface TextLine {
  text: string;
  /** A line of code is a paragraph, and its characters are literal. */
  isCode?: true;
  /** Why the line is not part of the text. */
  omitted?: OmissionReason;
}

export interface PlainText {
  lines: TextLine[];
  /** From front matter. */
  title?: string;
}

const fence = /^\s*(?:[-*+]\s+)?(```|~~~)/;

/** Returns the value of a line such as `title: "Cells"`. */
function titleIn(line: string): string | undefined {
  const name = /^title\s*:/i.exec(line)?.[0];
  const title =
    name &&
    line
      .slice(name.length)
      .trim()
      .replace(/^["'](?=.)/, '')
      .replace(/(?<=.)["']$/, '');
  return title === '' ? undefined : title;
}

/** Returns the number of leading lines that are front matter. */
function frontMatterOf(lines: readonly string[]): number {
  if (lines[0]?.trim() !== '---') return 0;
  const end = lines.findIndex((line, index) => index > 0 && /^(---|\.\.\.)\s*$/.test(line));
  return end < 0 || end > 60 || !lines.slice(1, end).every((line) => /^\s*$|^[\w-]+\s*:|^\s+|^- /.test(line)) ? 0 : end + 1;
}

/** Removes what is between two marks. Finds each mark once, so that a million opening marks stay cheap. */
function withoutBetween(text: string, opening: string, closing: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, from)) {
    const end = text.indexOf(closing, at + opening.length);
    if (end < 0) break;
    kept.push(text.slice(from, at));
    from = end + closing.length;
  }
  return from === 0 ? text : kept.join('') + text.slice(from);
}

// A line may have a million letters. No third bracket is allowed between two, so that the search for a closing one ends early.
const image = /!\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g;
const link = /\[([^[\]]+)\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s+"[^"]*")?\)/g;
const tag = /<\/?(?:br|p|div|span|b|i|u|em|strong|sub|sup|center|font|img|a|ul|ol|li|table|tr|td|th|h[1-6]|details|summary)\b[^<>]*>/gi;

/** Removes Markdown and HTML marks that a reader never sees. */
const plainLine = (line: string): string =>
  withoutBetween(line, '<!--', '-->')
    .replace(image, '$1')
    .replace(link, '$1')
    .replace(tag, ' ')
    .replace(/(?<![\p{L}\p{N}*])\*(?![\s*])([^*]*[^\s*])\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/(?<![\p{L}\p{N}_])_(?![\s_])([^_]*[^\s_])_(?![\p{L}\p{N}_])/gu, '$1');

/** An entry of a table of contents. */
const navigation = /^\s*(?:[-*+]|\d+\.)\s+\[[^\]]+\]\(#[^)]*\)\s*$/;
/** A static site's mark, such as `{: .no_toc}`. */
const siteMark = /^\s*\{:.*\}\s*$/;

/**
 * Returns the lines of Markdown as they read on a page: images, links and emphasis become their words, comments disappear. Front matter and
 * navigation are marked as omitted. Plain text stays as it is.
 */
export function plainMarkdown(text: readonly string[]): PlainText {
  const frontMatter = frontMatterOf(text);
  const settings = text.slice(0, frontMatter);
  const [title] = settings.flatMap((line) => titleIn(line) ?? []);
  const lines: TextLine[] = settings.filter((line) => /\p{L}/u.test(line)).map((line) => ({ text: line, omitted: 'credit' }));
  // A fence that never closes is no code.
  const fences = text.filter((line, index) => index >= frontMatter && fence.test(line)).length;
  let [seen, isCode] = [0, false];
  for (const line of text.slice(frontMatter)) {
    if (fence.test(line) && (isCode || seen + 1 < fences)) {
      seen += 1;
      isCode = !isCode;
    } else if (isCode) lines.push({ text: line, isCode });
    else if (navigation.test(line)) lines.push({ text: plainLine(line), omitted: 'agenda' });
    else if (!siteMark.test(line)) lines.push({ text: plainLine(line) });
  }
  return { lines, ...(title !== undefined && { title }) };
}
