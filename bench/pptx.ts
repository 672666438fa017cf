import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDeck } from '@lectern/pptx';
import { median, row, type Row } from './table.ts';

const root = join(import.meta.dirname, '..');
const rounds = 5;

const decks = (): string[] => {
  const shared = join(root, '..', 'shared', 'decks');
  return [join(root, 'samples'), ...(existsSync(shared) ? [shared] : [])].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.pptx'))
      .sort()
      .map((name) => join(folder, name)),
  );
};

/** What a reader in Python does with a deck: every paragraph of shapes, groups, tables and notes. Prints milliseconds a round. */
const script = `
import json, sys, time
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
times = []
read(sys.argv[1])
for _ in range(${rounds}):
    start = time.perf_counter(); read(sys.argv[1]); times.append((time.perf_counter() - start) * 1000)
print(json.dumps(times))
`;

/** Reading decks, warm, against python-pptx on the same files. */
export async function benchPptx(): Promise<Row[]> {
  const hasOracle = spawnSync('python3', ['-c', 'import pptx']).status === 0;
  if (!hasOracle) process.stdout.write('skipped: python3 with python-pptx is not here, so reading has nothing to be compared with.\n');
  const rows: Row[] = [];
  for (const deck of decks()) {
    const bytes = new Uint8Array(readFileSync(deck));
    await readDeck(bytes);
    const ours: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const startedAt = performance.now();
      await readDeck(bytes);
      ours.push(performance.now() - startedAt);
    }
    const theirs = hasOracle ? (JSON.parse(execFileSync('python3', ['-c', script, deck], { encoding: 'utf8' })) as number[]) : [];
    const name = deck.slice(deck.lastIndexOf('/') + 1);
    rows.push(
      row(
        name.slice(0, 42),
        theirs.length ? median(theirs) / median(ours) : undefined,
        `${median(ours).toFixed(0)} ms${theirs.length ? ` against ${median(theirs).toFixed(0)} ms (times as fast)` : ''}`,
      ),
    );
  }
  return rows;
}
