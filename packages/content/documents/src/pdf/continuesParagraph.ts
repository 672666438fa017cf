import { endsSentence } from '@lectern/contracts/plain';
import type { FlowPicture } from '../pictures/SourcePictures.ts';
import { bulletMark, numberMark } from './listMarks.ts';
import type { PageText } from './paragraphText.ts';
import type { Line } from './readingOrder.ts';

/** A paragraph that the next line may continue. */
export interface OpenParagraph {
  page: number;
  kind: 'title' | 'bullet' | 'paragraph';
  lines: Line[];
  /** Finished text by pages. */
  texts: PageText[];
  /** The last letters, on the last page. */
  end: PageText;
  /** Right end of the text around the last line. */
  right: number;
  /** Left end of the first line, including its bullet. */
  left: number;
  level: number;
  isNumbered?: boolean;
  pictures: FlowPicture[];
}

/** Whether a line ends like a sentence, or announces what follows. */
const endsInText = (text: string): boolean => endsSentence(text) || /:["”’)]?$/.test(text.trimEnd());

const endsInHyphen = (text: string): boolean => /\p{L}[-‐\u00ad]\s*$/u.test(text);

/** Whether a line continues the open paragraph in the same region. */
export function continuesInRegion({ kind, lines, left, right }: OpenParagraph, line: Line, leading: number): boolean {
  const last = lines.at(-1);
  if (!last) return false;
  const distance = line.baseline - last.baseline;
  const isNear = distance <= Math.max(1.3 * leading, 1.3 * line.size) && distance <= 2.2 * line.size;
  const isLike = Math.abs(line.size - last.size) <= 0.12 * last.size;
  const text = line.text.trim();
  if (!isNear || !isLike || bulletMark.test(text)) return false;
  if (kind === 'title') return line.isBold === last.isBold;
  if (endsInHyphen(last.text) && /^\p{Ll}/u.test(text)) return true;
  const isFull = last.right > right - 0.12 * (right - left) - line.size;
  if (numberMark.test(text) && !(isFull && line.left > left + 2)) return false;
  if (kind === 'bullet') return line.left > left + 2;
  return continuesInText(lines, line, isFull);
}

/** Whether a line continues a paragraph, judged by its indentation and the end of the previous line. */
function continuesInText(lines: readonly Line[], line: Line, isFull: boolean): boolean {
  const [first, second] = lines;
  const last = lines.at(-1);
  if (!first || !last) return false;
  if (endsInText(last.text) && !isFull) return false;
  if (!isFull && last.right - last.left < 0.6 * (line.right - line.left) && /^\p{Lu}/u.test(line.text.trim())) return false;
  const indent = 0.8 * line.size;
  if (second) return Math.abs(line.left - second.left) <= indent;
  // The second line: below an indented first one, or a hanging indent as in a bibliography.
  return line.left <= first.left + indent || isFull;
}

/** Whether the first line of another region, usually the next column or page, continues the open paragraph. */
export function continuesElsewhere({ kind, lines, end }: OpenParagraph, line: Line): boolean {
  const last = lines.at(-1);
  if (kind === 'title' || !last || Math.abs(line.size - last.size) > 0.12 * last.size) return false;
  const next = line.text.trim();
  return /^\p{Ll}/u.test(next) && !endsInText(end.text) && !numberMark.test(next);
}
