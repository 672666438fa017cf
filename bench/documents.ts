import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocument, workedMilliseconds } from '@lectern/documents';
import { compare, type Comparison } from './documents/compare.ts';
import { readReference } from './documents/readReference.ts';
import { row, type Row } from './table.ts';

/** Python with pdfminer.six. */
const python = process.env['BENCH_PYTHON'] ?? 'python3';
/** A folder of PDFs: public lectures and papers, which are not part of the repository. */
const folder = process.env['BENCH_PDFS'];

/** Returns why the comparison cannot run; undefined if it can. */
function missing(): string | undefined {
  if (folder === undefined) return 'BENCH_PDFS names no folder of PDFs.';
  if (spawnSync(python, ['-c', 'import pdfminer']).status !== 0)
    return `${python} has no pdfminer.six (BENCH_PYTHON names another Python).`;
  return spawnSync('pdftotext', ['-v']).error ? 'there is no pdftotext on this machine.' : undefined;
}

interface Measured extends Comparison {
  name: string;
  ours: number;
  theirs: number;
}

const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

const line = ({ name, words, found, pairs, ordered, ours, theirs }: Measured): Row =>
  row(
    name.slice(0, 42),
    theirs / ours,
    `${percent(found, words)} of ${words} words (at least 98), ${percent(ordered, pairs)} of ${pairs} pairs of lines (at least 95), ${ours.toFixed(0)} ms`,
  );

const sumOf = (all: readonly Measured[]): Measured => {
  const sum: Measured = { name: 'all documents', words: 0, found: 0, pairs: 0, ordered: 0, ours: 0, theirs: 0 };
  for (const each of all) for (const key of ['words', 'found', 'pairs', 'ordered', 'ours', 'theirs'] as const) sum[key] += each[key];
  return sum;
};

/**
 * Reads PDFs and compares the result with pdfminer.six and pdftotext: words that both find, and the order of lines that both have. Ratio:
 * speed-up over pdfminer.six, which reads only the first 60 pages, so the times of longer documents are not comparable.
 */
export async function benchDocuments(): Promise<Row[]> {
  const reason = missing();
  if (reason !== undefined || folder === undefined) {
    process.stdout.write(`skipped: ${reason ?? ''}\n`);
    return [];
  }
  const measured: Measured[] = [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.pdf'));
  for (const name of files.sort()) {
    const path = join(folder, name);
    const from = performance.now();
    const { source } = await readDocument(new Uint8Array(readFileSync(path)), name, workedMilliseconds);
    const ours = performance.now() - from;
    const reference = readReference(python, path);
    measured.push({
      name,
      ours,
      theirs: reference.milliseconds,
      ...compare(reference, source.passages.map(({ text }) => text).join('\n')),
    });
  }
  return [...measured.map(line), line(sumOf(measured))];
}
