import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDeck } from '@lectern/documents';
import { median, row, type Row } from './table.ts';

const root = join(import.meta.dirname, '..');
const rounds = 15;
/** How long each reader warms up by reading a deck repeatedly. */
const warmingMs = 1_000;

/** A Python that has python-pptx, markitdown or both. */
const python = process.env['BENCH_PYTHON'] ?? 'python3';

const decks = (): string[] => {
  const shared = join(root, '..', 'shared', 'decks');
  return [join(root, 'samples'), ...(existsSync(shared) ? [shared] : [])].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.pptx'))
      .sort()
      .map((name) => join(folder, name)),
  );
};

interface Reader {
  name: string;
  module: string;
  /** The speed-up over this reader that we aim for. */
  goal: number;
  /** Python that defines `read(path)`. */
  script: string;
}

const readers: Reader[] = [
  {
    name: 'python-pptx',
    module: 'pptx',
    goal: 2,
    // Reads every paragraph of shapes, groups, tables and notes.
    script: `
from pptx import Presentation
def shapes(all):
    for shape in all:
        if shape.shape_type == 6: yield from shapes(shape.shapes)
        else: yield shape
def read(path):
    words = 0
    for slide in Presentation(path).slides:
        for shape in shapes(slide.shapes):
            if shape.has_text_frame: words += sum(len(p.text.split()) for p in shape.text_frame.paragraphs)
            if getattr(shape, 'has_table', False) and shape.has_table: words += sum(len(c.text.split()) for r in shape.table.rows for c in r.cells)
        if slide.has_notes_slide: words += len((slide.notes_slide.notes_text_frame.text if slide.notes_slide.notes_text_frame else '').split())
    return words
`,
  },
  {
    name: 'markitdown',
    module: 'markitdown',
    goal: 5,
    script: `
from markitdown import MarkItDown
reader = MarkItDown()
def read(path):
    return len(reader.convert(path).text_content.split())
`,
  },
];

/** Prints milliseconds per round as JSON. */
const timing = `
import json, sys, time
until = time.perf_counter() + ${warmingMs / 1000}
while time.perf_counter() < until: read(sys.argv[1])
times = []
for _ in range(${rounds}):
    start = time.perf_counter(); read(sys.argv[1]); times.append((time.perf_counter() - start) * 1000)
print(json.dumps(times))
`;

async function timeOurs(deck: string): Promise<number> {
  const bytes = new Uint8Array(readFileSync(deck));
  const until = performance.now() + warmingMs;
  while (performance.now() < until) await readDeck(bytes);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    await readDeck(bytes);
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

const timeTheirs = ({ script }: Reader, deck: string): number =>
  median(
    JSON.parse(execFileSync(python, ['-c', script + timing, deck], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })) as number[],
  );

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Reads decks, warm, and compares with other readers on the same files. Ratio: speed-up per deck and overall. */
export async function benchPptx(): Promise<Row[]> {
  const present = readers.filter(({ name, module }) => {
    const has = spawnSync(python, ['-c', `import ${module}`]).status === 0;
    if (!has) process.stdout.write(`skipped: ${python} has no ${name} (BENCH_PYTHON names another Python).\n`);
    return has;
  });
  const measured: { name: string; ours: number; theirs: number[] }[] = [];
  for (const deck of decks())
    measured.push({
      name: deck.slice(deck.lastIndexOf('/') + 1),
      ours: await timeOurs(deck),
      theirs: present.map((reader) => timeTheirs(reader, deck)),
    });
  if (present.length === 0) return measured.map(({ name, ours }) => row(name.slice(0, 42), undefined, `${ours.toFixed(1)} ms`));
  return present.flatMap((reader, index) => {
    const line = (name: string, ours: number, theirs: number): Row =>
      row(
        name.slice(0, 42),
        theirs / ours,
        `${ours.toFixed(1)} ms against ${theirs.toFixed(1)} ms of ${reader.name} (at least ${reader.goal})`,
      );
    return [
      ...measured.map(({ name, ours, theirs }) => line(name, ours, theirs[index] ?? Number.NaN)),
      line('all decks', sum(measured.map(({ ours }) => ours)), sum(measured.map(({ theirs }) => theirs[index] ?? Number.NaN))),
    ];
  });
}
