/** A text without front matter, code, comments and navigation. */
export interface PlainText {
  lines: string[];
  /** From front matter, where there is one. */
  title?: string;
}

const fence = /^\s*(?:[-*+]\s+)?(```|~~~)/;

/** The value of a line such as `title: "Cells"`. */
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

/** Front matter at the very start: settings of a site, of which only the title says something. */
function withoutFrontMatter(lines: string[]): PlainText {
  if (lines[0]?.trim() !== '---') return { lines };
  const end = lines.findIndex((line, index) => index > 0 && /^(---|\.\.\.)\s*$/.test(line));
  if (end < 0 || end > 60 || !lines.slice(1, end).every((line) => /^\s*$|^[\w-]+\s*:|^\s+|^- /.test(line))) return { lines };
  const title = lines.slice(1, end).flatMap((line) => titleIn(line) ?? [])[0];
  return { lines: lines.slice(end + 1), ...(title !== undefined && { title }) };
}

/** A text without the parts between two marks. Each mark is searched once, so that a million opening marks cost no more than one. */
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

// A line may have a million letters. The text between two brackets has no third one, so that the search for a closing bracket ends at the next.
const image = /!\[[^[\]]*\]\([^()]*(?:\([^()]*\)[^()]*)*\)/g;
const link = /\[([^[\]]+)\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s+"[^"]*")?\)/g;
const tag = /<\/?(?:br|p|div|span|b|i|u|em|strong|sub|sup|center|font|img|a|ul|ol|li|table|tr|td|th|h[1-6]|details|summary)\b[^<>]*>/gi;

/** A line without the marks of Markdown and HTML that a reader never sees. */
const plainLine = (line: string): string =>
  withoutBetween(line, '<!--', '-->')
    .replace(image, '')
    .replace(link, '$1')
    .replace(tag, ' ')
    .replace(/(?<![\p{L}\p{N}*])\*(?![\s*])([^*]*[^\s*])\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/(?<![\p{L}\p{N}_])_(?![\s_])([^_]*[^\s_])_(?![\p{L}\p{N}_])/gu, '$1');

/**
 * The lines of pasted Markdown as they read on its page: no front matter, code, comments or navigation, links and emphasis as their words.
 * Text that is no Markdown is left as it is.
 */
export function plainMarkdown(text: string[]): PlainText {
  const { lines, ...rest } = withoutFrontMatter(text);
  const plain: string[] = [];
  let isCode = false;
  for (const line of lines) {
    if (fence.test(line)) {
      isCode = !isCode;
      continue;
    }
    // An entry of a table of contents, and a site's own marks.
    if (isCode || /^\s*(?:[-*+]|\d+\.)\s+\[[^\]]+\]\(#[^)]*\)\s*$/.test(line) || /^\s*\{:.*\}\s*$/.test(line)) continue;
    plain.push(plainLine(line));
  }
  // A fence that never closes is no code.
  return isCode ? { lines: lines.map(plainLine), ...rest } : { lines: plain, ...rest };
}
