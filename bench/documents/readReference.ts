import { execFileSync } from 'node:child_process';

/** A page as the other programs read it. */
export interface ReferencePage {
  height: number;
  /** Lines of pdfminer.six in its order, each with the distance of its bottom from the page's top. */
  lines: [text: string, bottom: number][];
  /** The text of `pdftotext -layout`. */
  layout: string;
  /** The text of `pdftotext`, in its reading order. */
  reading: string;
}

export interface Reference {
  pages: ReferencePage[];
  /** How long pdfminer.six took. */
  milliseconds: number;
}

/** Only the first pages of a longer document are compared. */
const mostPages = 60;
const largestAnswer = 200_000_000;

const script = `
import json, sys, time
from pdfminer.high_level import extract_pages
from pdfminer.layout import LAParams, LTTextContainer, LTTextLine
start = time.perf_counter()
pages = []
for page in extract_pages(sys.argv[1], laparams=LAParams(), maxpages=${mostPages}):
    lines = [[line.get_text().strip(), page.height - line.y0] for box in page if isinstance(box, LTTextContainer) for line in box if isinstance(line, LTTextLine)]
    pages.append({'height': page.height, 'lines': [line for line in lines if line[0]]})
print(json.dumps({'pages': pages, 'milliseconds': (time.perf_counter() - start) * 1000}))
`;

const run = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', maxBuffer: largestAnswer, stdio: ['ignore', 'pipe', 'ignore'] });

/** Reads a PDF with pdfminer.six and pdftotext. */
export function readReference(python: string, file: string): Reference {
  const { pages, milliseconds } = JSON.parse(run(python, ['-c', script, file])) as Reference;
  const textsBy = (...options: string[]): string[] => run('pdftotext', ['-l', String(mostPages), ...options, file, '-']).split('\f');
  const [layout, reading] = [textsBy('-layout'), textsBy()];
  return {
    milliseconds,
    pages: pages.map(({ height, lines }, index) => ({ height, lines, layout: layout[index] ?? '', reading: reading[index] ?? '' })),
  };
}
