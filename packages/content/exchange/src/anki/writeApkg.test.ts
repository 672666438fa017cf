import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPythonPackage, temporaryFolder } from '@lectern/test-servers';
import type { AnkiCard, AnkiDeck } from './AnkiDeck.ts';
import { writeApkg } from './writeApkg.ts';

/** Anki's own backend imports the packages one by one and prints its state. */
const oracle = `
import hashlib, json, os, sys
from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest
folder, *packages = sys.argv[1:]
collection = Collection(os.path.join(folder, 'collection.anki2'))
imports = []
for package in packages:
    options = ImportAnkiPackageOptions(with_scheduling=True, with_deck_configs=False)
    log = collection.import_anki_package(ImportAnkiPackageRequest(package_path=package, options=options)).log
    imports.append({name: len(getattr(log, name)) for name in ('new', 'updated', 'duplicate', 'conflicting', 'missing_notetype', 'missing_deck', 'empty_first_field')})
cards = {}
for id in collection.find_cards(''):
    card = collection.get_card(id)
    note = card.note()
    memory = card.memory_state
    cards[note.guid] = {
        'fields': note.fields, 'tags': note.tags, 'deck': collection.decks.name(card.did), 'type': card.type, 'queue': card.queue,
        'due': card.due - (collection.sched.today if card.type == 2 else 0), 'interval': card.ivl, 'reps': card.reps, 'lapses': card.lapses,
        'stability': memory.stability if memory else None, 'difficulty': memory.difficulty if memory else None,
        'reviews': [[review.time, review.button_chosen] for review in reversed(collection.card_stats_data(id).revlog)],
    }
folder_of_media = collection.media.dir()
media = {name: hashlib.sha256(open(os.path.join(folder_of_media, name), 'rb').read()).hexdigest() for name in sorted(os.listdir(folder_of_media))}
check = collection.media.check()
problems = collection.fix_integrity()
with open(os.path.join(folder, 'result.json'), 'w') as result:
    json.dump({'decks': sorted(each.name for each in collection.decks.all_names_and_ids()), 'imports': imports, 'cards': cards, 'media': media, 'missing': list(check.missing), 'unused': list(check.unused), 'isSound': problems[1]}, result)
`;

interface ImportedCard {
  fields: string[];
  tags: string[];
  deck: string;
  type: number;
  queue: number;
  due: number;
  interval: number;
  reps: number;
  lapses: number;
  stability: number | null;
  difficulty: number | null;
  reviews: [seconds: number, ease: number][];
}
interface Imported {
  imports: Record<string, number>[];
  cards: Record<string, ImportedCard>;
  /** File names in the media folder, with content hashes. */
  media: Record<string, string>;
  /** Missing and unused files. */
  missing: string[];
  unused: string[];
  isSound: boolean;
  decks: string[];
}

const dayMs = 86_400_000;
const card = (id: string, change: Partial<AnkiCard> = {}): AnkiCard => ({
  id,
  front: `Front of ${id}`,
  back: `Back of ${id}`,
  source: '',
  tags: [],
  pictures: [],
  isSuspended: false,
  schedule: undefined,
  reviews: [],
  ...change,
});
const deck = (cards: readonly AnkiCard[]): AnkiDeck => ({ id: 'd1', title: 'Cells::energy', cards, desiredRetention: 0.9 });

test('is an archive of collection and media list, identical for the same deck', async () => {
  const now = new Date('2026-03-05T10:00:00Z');
  const made = await writeApkg(deck([card('c1')]), now);
  expect([...made.slice(0, 2)]).toEqual([0x50, 0x4b]);
  expect(new TextDecoder('latin1').decode(made)).toContain('collection.anki2');
});

const found = findPythonPackage('anki');
const describeAnki = 'missing' in found ? describe.skip : describe;
if ('missing' in found) process.stdout.write(`${found.missing}\n`);

describeAnki("Anki's own import", () => {
  const readBack = (folder: string, packages: readonly string[]): Imported => {
    if ('missing' in found) throw new Error(found.missing);
    // Anki prints messages of its own, so the result goes to a file.
    execFileSync(found.python, ['-c', oracle, folder, ...packages], { stdio: 'ignore' });
    return JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8')) as Imported;
  };
  const importInto = async (...decks: AnkiDeck[]): Promise<Imported> => {
    const folder = temporaryFolder('lectern-anki-');
    // Anki counts days from the creation of its collection, which is now.
    const now = new Date();
    const files = await Promise.all(
      decks.map(async (each, index) => {
        const file = join(folder, `${String(index)}.apkg`);
        writeFileSync(file, await writeApkg(each, now));
        return file;
      }),
    );
    return readBack(folder, files);
  };
  /** At noon UTC, so that the hour at which a day begins does not matter. */
  const at = (days: number): Date => new Date(Math.floor(Date.now() / dayMs) * dayMs + days * dayMs + dayMs / 2);

  test('has every field, tag, schedule and review, with nothing to repair', async () => {
    const reviewed = card('c2', {
      schedule: { state: 'review', due: at(7), stability: 8.1234, difficulty: 5.5, reps: 2, lapses: 1 },
      reviews: [
        { at: at(-10), ease: 1, durationMs: 4_000 },
        { at: at(-3), ease: 3, durationMs: 5_000 },
      ],
    });
    const { imports, cards, isSound } = await importInto(
      deck([
        card('c1', { front: 'What is <ATP> & "x"?', back: 'line 1\nline 2', source: 'Slide 3', tags: ['Heart valves', 'b'] }),
        reviewed,
        card('c3', {
          isSuspended: true,
          schedule: { state: 'relearning', due: at(0), stability: 0.4, difficulty: 6, reps: 1, lapses: 1 },
          reviews: [{ at: at(-1), ease: 1, durationMs: 1_000 }],
        }),
      ]),
    );
    expect(imports).toEqual([
      { new: 3, updated: 0, duplicate: 0, conflicting: 0, missing_notetype: 0, missing_deck: 0, empty_first_field: 0 },
    ]);
    expect(isSound).toBe(true);
    expect(cards['c1']).toMatchObject({
      fields: ['What is &lt;ATP&gt; &amp; &quot;x&quot;?', 'line 1<br>line 2', 'Slide 3'],
      tags: ['b', 'Heart_valves'],
      deck: 'Cells:energy',
      type: 0,
      queue: 0,
      stability: null,
      reviews: [],
    });
    expect(cards['c2']).toMatchObject({ type: 2, queue: 2, interval: 10, reps: 2, lapses: 1 });
    expect([7, 8]).toContain(cards['c2']!.due);
    expect(cards['c2']!.stability).toBeCloseTo(8.1234, 3);
    expect(cards['c2']!.difficulty).toBeCloseTo(5.5, 2);
    expect(cards['c2']!.reviews).toEqual(reviewed.reviews.map(({ at: time, ease }) => [Math.floor(time.getTime() / 1_000), ease]));
    expect(cards['c3']).toMatchObject({ type: 3, queue: -1, lapses: 1 });
  });

  test('has nested decks, hints on request, and the order of cards', async () => {
    const cards = ['c1', 'c2', 'c3', 'c4'].map((id) => card(id, id === 'c2' ? { hint: 'starts with <L>', tags: ['x::y'] } : {}));
    const { imports, cards: found, decks } = await importInto({ ...deck(cards), path: ['Uni', 'Heart', 'Valves::tricuspid'] });
    expect(imports).toMatchObject([{ new: 4, conflicting: 0 }]);
    expect(decks).toEqual(['Default', 'Uni', 'Uni::Heart', 'Uni::Heart::Valves:tricuspid']);
    expect(found['c2']).toMatchObject({ fields: ['Front of c2', 'Back of c2', '', 'starts with &lt;L&gt;'], tags: ['x::y'] });
    expect(found['c1']!.fields).toHaveLength(3);
    expect(Object.keys(found).sort((a, b) => found[a]!.due - found[b]!.due)).toEqual(['c1', 'c2', 'c3', 'c4']);
  });

  test('updates edited cards at a second import without duplicates', async () => {
    const first = deck([card('c1'), card('c2')]);
    // Anki only updates notes that changed after its own, so the second export is made a day later.
    const folder = temporaryFolder('lectern-anki-');
    const [before, after] = [join(folder, 'before.apkg'), join(folder, 'after.apkg')];
    writeFileSync(before, await writeApkg(first, new Date(Date.now() - dayMs)));
    writeFileSync(after, await writeApkg(deck([card('c1', { back: 'Edited' }), card('c2'), card('c3')]), new Date()));
    const { imports, cards } = readBack(folder, [before, after]);
    expect(imports.map(({ new: made }) => made)).toEqual([2, 1]);
    expect(Object.keys(cards).sort()).toEqual(['c1', 'c2', 'c3']);
    expect(cards['c1']!.fields[1]).toBe('Edited');
  });

  describe('of pictures', () => {
    const picture = (name: string, alt = `Picture ${name}`) => ({
      fileName: `lectern-${name}.webp`,
      alt,
      bytes: new TextEncoder().encode(name),
    });
    const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

    test('has each one once, below the source, with none missing or unused', async () => {
      const heart = picture('heart', 'The "heart" <1> & [sound:a.mp3]');
      const { cards, media, missing, unused, isSound } = await importInto(
        deck([
          card('c1', { source: 'Slide 3', pictures: [heart, picture('valve')] }),
          card('c2', { source: 'Slide 3', pictures: [heart] }),
          card('c3', { source: 'Slide 9', pictures: [{ ...picture('large'), bytes: undefined }] }),
        ]),
      );
      expect(cards['c1']!.fields[2]).toBe(
        'Slide 3<img src="lectern-heart.webp" alt="The &quot;heart&quot; &lt;1&gt; &amp; &#91;sound:a.mp3]"><img src="lectern-valve.webp" alt="Picture valve">',
      );
      expect(cards['c3']!.fields[2]).toBe('Slide 9<div>(Picture large)</div>');
      expect(media).toEqual({ 'lectern-heart.webp': hashOf('heart'), 'lectern-valve.webp': hashOf('valve') });
      expect([missing, unused, isSound]).toEqual([[], [], true]);
    });

    test('makes no duplicates at a second import, and adds a new one', async () => {
      const first = deck([card('c1', { pictures: [picture('heart')] })]);
      const second = deck([card('c1', { back: 'Edited', pictures: [picture('heart'), picture('valve')] })]);
      const folder = temporaryFolder('lectern-anki-');
      const [before, after] = [join(folder, 'before.apkg'), join(folder, 'after.apkg')];
      writeFileSync(before, await writeApkg(first, new Date(Date.now() - dayMs)));
      writeFileSync(after, await writeApkg(second, new Date()));
      const { cards, media, missing, unused } = readBack(folder, [before, after]);
      expect(cards['c1']!.fields[2]).toContain('lectern-valve.webp');
      expect(Object.keys(media)).toEqual(['lectern-heart.webp', 'lectern-valve.webp']);
      expect([missing, unused]).toEqual([[], []]);
    });
  });

  test('reads no text as a sound, formula or image', async () => {
    const texts = ['[sound:x.mp3]', '[latex]x[/latex]', '[$]x[/$]', '[$$]x[/$$]', '[anki:play:q:0]', '<img src="y.png">', '[SOUND:z.mp3]'];
    const { cards, missing, media } = await importInto(
      deck(texts.map((text, index) => card(`c${String(index)}`, { front: text, back: text }))),
    );
    expect([missing, media]).toEqual([[], {}]);
    expect(Object.values(cards).map(({ fields }) => fields[0])).not.toContainEqual(expect.stringMatching(/\[(?:sound|latex|\$|anki)/i));
  });
});
