import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDecks } from '@lectern/exchange/reading';
import { findPythonPackage } from '@lectern/test-servers';
import { median, row, type Row } from './table.ts';

const notes = 5_000;
const rounds = 5;

/** Python that exports packages of many notes with Anki's own backend, and times their import into new collections. Milliseconds. */
const theirs = `
import json, os, sys, time
from anki.collection import Collection, ExportAnkiPackageOptions, ImportAnkiPackageOptions, ImportAnkiPackageRequest
folder, notes, rounds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
source = Collection(os.path.join(folder, 'source.anki2'))
deck, basic = source.decks.id('Many'), source.models.by_name('Basic')
for number in range(notes):
    note = source.new_note(basic)
    note['Front'], note['Back'] = f'<div>What is <b>number {number}</b>?</div>', f'Answer &amp; more {number}<br>' + 'words ' * 20
    source.add_note(note, deck)
times = {}
for name, legacy in (('second', True), ('third', False)):
    package = os.path.join(folder, name + '.apkg')
    source.export_anki_package(out_path=package, options=ExportAnkiPackageOptions(with_scheduling=True, with_deck_configs=False, with_media=False, legacy=legacy), limit=None)
    times[name] = []
    for round in range(rounds):
        target = Collection(os.path.join(folder, f'{name}{round}.anki2'))
        start = time.perf_counter()
        target.import_anki_package(ImportAnkiPackageRequest(package_path=package, options=ImportAnkiPackageOptions(with_scheduling=True)))
        times[name].append((time.perf_counter() - start) * 1000)
        target.close()
with open(os.path.join(folder, 'times.json'), 'w') as result:
    json.dump(times, result)
`;

/**
 * Times reading a package of 5,000 notes here against importing it with Anki's own backend, which also stores the notes. Ratio: speed-up.
 */
export async function benchApkg(): Promise<Row[]> {
  const anki = findPythonPackage('anki');
  if ('missing' in anki) return [row('apkg', undefined, anki.missing)];
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-apkg-'));
  try {
    execFileSync(anki.python, ['-c', theirs, folder, String(notes), String(rounds)], { stdio: 'ignore' });
    const times = JSON.parse(readFileSync(join(folder, 'times.json'), 'utf8')) as Record<'second' | 'third', number[]>;
    const rows: Row[] = [];
    for (const name of ['second', 'third'] as const) {
      const bytes = readFileSync(join(folder, `${name}.apkg`));
      const ours: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const own = mkdtempSync(join(folder, 'read-'));
        const startedAt = performance.now();
        await readDecks(bytes, { folder: own });
        ours.push(performance.now() - startedAt);
      }
      const [our, their] = [median(ours), median(times[name])];
      rows.push(
        row(`${notes} notes, ${name} generation`, their / our, `${our.toFixed(0)} ms against ${their.toFixed(0)} ms of Anki's import`),
      );
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
