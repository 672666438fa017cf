import type { Line } from './readingOrder.ts';

const signs = '•‣⁃◦▪▫■□◻◼◽◾●○◉⦿∙·‧➢➣➤➔➜►▶▸❖❑❒✓✔✗✘★◆◇♦⇒→\uf000-\uf0ff';
/** A bullet at the beginning of a line. */
export const bulletMark = new RegExp(`^(?:[${signs}]\\s*|[–—*-]\\s+)(?=\\S)`, 'u');
/** A list number or letter at the beginning of a line. */
export const numberMark = /^(?:\(?\d{1,2}[.)]|\(?[a-z][.)]|\([ivx]{1,4}\))\s+(?=\S)/;
/** A bullet without text. */
const loneMark = new RegExp(`^[${signs}o]$`, 'u');
/** Letters drawn as bullets: the ring of Word's second level, and letters that Wingdings shows as bullets. */
const letterMark = /^([ovqØü§])\s+(?=[\p{L}\p{N}"“‘(])/u;
/** A dash and the rest of a sentence. */
const dash = /^[–—]\s+\p{Ll}/u;

/** Lines of a region with the same left edge. */
interface Aligned {
  lines: number;
  /** How many lines begin with each letter that may be a bullet. */
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

/** Whether a line's leading letter is a bullet: a wide space follows, or all lines with this left edge begin with it. */
function isLetterMark(line: Line, { lines, letters }: Aligned): boolean {
  const letter = letterOf(line);
  if (letter === undefined || line.ruledRows) return false;
  if (letter === 'o' && line.pieces.length > 1 && line.pieces[0]?.text.trim() === letter) return true;
  return lines > 1 && letters.get(letter) === lines;
}

/** Whether a line with a dash continues the sentence above, which fills the width of the text. No other line may begin with a dash. */
function isRestOfSentence(line: Line, above: Line | undefined, { dashes }: Aligned, right: number): boolean {
  if (!above || dashes !== 1 || !dash.test(line.text.trim()) || Math.abs(above.left - line.left) > 1) return false;
  const isFull = above.right > right - 0.12 * (right - line.left);
  return isFull && !/[.!?:;。]["”’)]?$/.test(above.text.trimEnd());
}

/** Returns the line that a lone bullet belongs to: right of it, and a little higher or lower. */
const lineBeside = (mark: Line, lines: readonly (Line | undefined)[]): Line | undefined =>
  lines.find((line) => line && Math.abs(line.baseline - mark.baseline) < 0.9 * line.size && line.left > mark.left && !line.ruledRows);

/** Normalises the bullets of a region. Drops bullets without text, so that they do not split a sentence. */
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
    // The invisible character keeps the dash from being read as a bullet; cleaning removes it.
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
