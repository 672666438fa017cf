import type { Line } from './readingOrder.ts';

const signs = '•‣⁃◦▪▫■□◻◼◽◾●○◉⦿∙·‧➢➣➤➔➜►▶▸❖❑❒✓✔✗✘★◆◇♦⇒→\uf000-\uf0ff';
/** The mark of a list without numbers, at the beginning of a line. */
export const bulletMark = new RegExp(`^(?:[${signs}]\\s*|[–—*-]\\s+)(?=\\S)`, 'u');
/** The number or letter of a list, at the beginning of a line. */
export const numberMark = /^(?:\(?\d{1,2}[.)]|\(?[a-z][.)]|\([ivx]{1,4}\))\s+(?=\S)/;
/** A mark without text. */
const loneMark = new RegExp(`^[${signs}o]$`, 'u');
/** Letters that are drawn as marks: the ring of Word's second level, and those in whose places Wingdings has its marks. */
const letterMark = /^([ovqØü§])\s+(?=[\p{L}\p{N}"“‘(])/u;
/** A dash and the rest of a sentence. */
const dash = /^[–—]\s+\p{Ll}/u;

/** The lines of a region that begin at the same place on the left. */
interface Aligned {
  lines: number;
  /** How many of them begin with each letter that may be a mark. */
  letters: Map<string, number>;
  dashes: number;
}

const letterOf = ({ text }: Line): string | undefined => letterMark.exec(text.trim())?.[1];

function alignedOf(lines: readonly Line[]): (line: Line) => Aligned {
  const all = new Map<number, Aligned>();
  const of = ({ left }: Line): Aligned => all.get(Math.round(left)) ?? { lines: 0, letters: new Map(), dashes: 0 };
  for (const line of lines) {
    const aligned = of(line);
    const letter = letterOf(line);
    aligned.lines += 1;
    if (letter !== undefined) aligned.letters.set(letter, (aligned.letters.get(letter) ?? 0) + 1);
    if (/^[–—-]\s/.test(line.text.trim())) aligned.dashes += 1;
    all.set(Math.round(line.left), aligned);
  }
  return of;
}

/** Whether the letter at the beginning of a line is a mark: a wide space follows, or all lines with this left end begin with it. */
function isLetterMark(line: Line, { lines, letters }: Aligned): boolean {
  const letter = letterOf(line);
  if (letter === undefined || line.ruledRows) return false;
  if (letter === 'o' && line.pieces.length > 1 && line.pieces[0]?.text.trim() === letter) return true;
  return lines > 1 && letters.get(letter) === lines;
}

/** Whether a line that begins with a dash goes on with the sentence above: that fills the width of the text, and no other line begins so. */
function isRestOfSentence(line: Line, above: Line | undefined, { dashes }: Aligned, right: number): boolean {
  if (!above || dashes !== 1 || !dash.test(line.text.trim()) || Math.abs(above.left - line.left) > 1) return false;
  const isFull = above.right > right - 0.12 * (right - line.left);
  return isFull && !/[.!?:;。]["”’)]?$/.test(above.text.trimEnd());
}

/** The line whose text a lone mark belongs to: right of it, and a little higher or lower. */
const lineBeside = (mark: Line, lines: readonly (Line | undefined)[]): Line | undefined =>
  lines.find((line) => line && Math.abs(line.baseline - mark.baseline) < 0.9 * line.size && line.left > mark.left && !line.ruledRows);

/** The lines of a region with one character for the marks of lists. A mark without text is left out, so that it does not part a sentence. */
export function withPlainMarks(lines: readonly Line[]): Line[] {
  const aligned = alignedOf(lines);
  const right = lines.reduce((most, line) => Math.max(most, line.right), 0);
  const marked = new Map<Line, Line>();
  const isLone = (line: Line): boolean => !line.ruledRows && loneMark.test(line.text.trim());
  lines.forEach((line, index) => {
    const beside = isLone(line) ? lineBeside(line, [lines[index + 1], lines[index - 1]]) : undefined;
    if (beside) marked.set(beside, { ...beside, text: `• ${beside.text}`, left: line.left });
  });
  const plain: Line[] = [];
  let pictures: NonNullable<Line['pictures']> = [];
  lines.forEach((line, index) => {
    const own = marked.get(line) ?? line;
    if (isLone(line) && lines.length > 1) {
      pictures = [...pictures, ...(line.pictures ?? [])];
      return;
    }
    // An invisible character before the dash, which the text of the paragraph is without.
    const text = isRestOfSentence(line, lines[index - 1], aligned(line), right) ? `\u2060${line.text.trim()}` : own.text;
    const isMark = isLetterMark(line, aligned(line));
    const all = [...pictures, ...(line.pictures ?? [])];
    pictures = [];
    plain.push({ ...own, text: isMark ? text.trim().replace(letterMark, '• ') : text, ...(all.length > 0 && { pictures: all }) });
  });
  const last = plain.at(-1);
  if (last && pictures.length > 0) last.pictures = [...(last.pictures ?? []), ...pictures];
  return plain;
}
