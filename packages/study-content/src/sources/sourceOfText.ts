import type { Passage, Source } from '@lectern/contracts';
import { plainMarkdown } from './plainMarkdown.ts';
import { detectLanguage, passageLanguage } from './detectLanguage.ts';

// Control characters have no business in a passage.
// eslint-disable-next-line no-control-regex
const invisible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\u200b\u2060\ufeff]/g;
const clean = (line: string): string => line.replace(/\s+/g, ' ').trim();
const unmarked = (text: string): string => clean(text.replace(/(\*\*|__)(.+?)\1/g, '$2').replace(/`([^`]+)`/g, '$1'));
const bullet = /^(\s*)(?:[-*+•‣◦–·]|\(?\d{1,2}[.)]|[a-z]\))\s+(.*)$/;
const divider = /^\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*$/;

function cellsOf(line: string): string[] | undefined {
  if (line.includes('\t')) {
    const cells = line.split('\t').map(unmarked);
    return cells.filter((cell) => cell !== '').length >= 2 ? cells : undefined;
  }
  if (!/^\s*\|.*\|\s*$/.test(line) && (line.match(/ \| /g)?.length ?? 0) < 1) return undefined;
  const cells = line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map(unmarked);
  return cells.length >= 2 ? cells : undefined;
}

/** A line that stands alone, is short and does not end like a sentence heads what follows. */
function isHeading(line: string, before: string | undefined, after: string | undefined): boolean {
  if (line.length > 70 || /[.:;,!?|…]$/.test(line) || line.split(' ').length > 9 || bullet.test(line)) return false;
  return !before?.trim() && after !== undefined && after.trim() !== '' && /^\p{Lu}|^\p{Lo}|^\d/u.test(line) && !/[:：]/.test(line);
}

function titleOf(passages: Passage[], fileName: string | undefined): string {
  const heading = passages.find(({ kind }) => kind === 'title')?.text;
  const named = fileName
    ?.replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[_-]+/g, ' ')
    .trim();
  const first = passages[0]?.text ?? '';
  const start = first.split(/(?<=[.!?。])\s/)[0] ?? '';
  const words = start.replace(/[:：].*$/, '').split(' ');
  const shortened = words.length > 10 ? `${words.slice(0, 9).join(' ')}…` : words.join(' ').replace(/[.:。]$/, '');
  return (heading ?? (named === '' ? undefined : named) ?? (shortened || 'Untitled')).slice(0, 160);
}

/**
 * The source of pasted text. Lines that wrap are joined to paragraphs; headings, bullets and tables (markdown or
 * tab-separated) are recognised, and lose only their marks.
 */
export function sourceOfText(text: string, fileName?: string): Source {
  const { lines, title } = plainMarkdown(
    text
      .toWellFormed()
      .replace(invisible, '')
      .split(/\r\n|\r|\n|\u2028|\u2029/),
  );
  const passages: Passage[] = [];
  let open: string[] = [];
  let table = 0;
  let row = -1;
  const add = (passage: Omit<Passage, 'pointer'>): void => {
    if (passage.text !== '') passages.push({ pointer: { kind: 'text', paragraph: passages.length + 1 }, ...passage });
  };
  const closeParagraph = (): void => {
    if (open.length > 0) add({ kind: 'paragraph', level: 0, text: unmarked(open.join(' ')) });
    open = [];
  };
  lines.forEach((line, index) => {
    const cells = cellsOf(line);
    if (divider.test(line) && line.includes('-') && (row >= 0 || line.trim().length > 2)) {
      closeParagraph();
      return;
    }
    if (cells) {
      closeParagraph();
      if (row < 0) table += 1;
      row += 1;
      add({ kind: 'row', level: 0, text: cells.filter((cell) => cell !== '').join(' | '), cells, table, row });
      return;
    }
    row = -1;
    if (line.trim() === '') {
      closeParagraph();
      return;
    }
    const marked = /^\s{0,3}(#{1,6})\s+(.+?)\s*#*\s*$/.exec(line);
    const item = bullet.exec(line);
    if (marked?.[2] !== undefined) {
      closeParagraph();
      add({ kind: 'title', level: (marked[1]?.length ?? 1) - 1, text: unmarked(marked[2]) });
    } else if (item) {
      closeParagraph();
      const level = Math.min(8, Math.floor((item[1] ?? '').replaceAll('\t', '  ').length / 2));
      add({ kind: 'bullet', level, text: unmarked(item[2] ?? '') });
    } else if (
      open.length === 0 &&
      isHeading(clean(line), lines[index - 1], lines[index + 1] === '' ? lines[index + 2] : lines[index + 1])
    ) {
      add({ kind: 'title', level: 0, text: unmarked(line) });
    } else {
      // A line that ends like a sentence or a label, before one that starts anew, is a paragraph of its own; others only wrap.
      open.push(clean(line));
      const next = lines[index + 1] ?? '';
      if (/[.:!?;。:]\s*$/.test(line) || line.length < 50 || /^\s*\p{Lo}/u.test(next) || /^[^:]{2,50}: /.test(next)) closeParagraph();
    }
  });
  closeParagraph();
  const language = detectLanguage(text);
  for (const passage of passages) {
    const own = passageLanguage(passage.text, language);
    if (own !== undefined) passage.language = own;
  }
  return { title: titleOf(passages, title ?? fileName), language, passages };
}
