import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import JSZip from 'jszip';
import { findPythonPackage, languageLines, temporaryFolder } from '@lectern/test-servers';
import type { ImportedCard, ImportedDecks } from '../../import/ImportedDeck.ts';
import { readDecks } from '../../import/readDecks.ts';
import type { AnkiCard } from '../AnkiDeck.ts';
import { htmlToText } from '../../html/htmlToText.ts';
import { withOurFormulas } from '../ankiFormulas.ts';
import { writeApkg } from '../writeApkg.ts';

/** Anki's own backend makes a collection with cards of every kind and state, exports it in both formats, and prints each card's state. */
const ankiOracle = `
import json, os, sys
from anki.collection import Collection, ExportAnkiPackageOptions
folder, count = sys.argv[1], int(sys.argv[2])
collection = Collection(os.path.join(folder, 'source.anki2'))
def add(kind, deck, **fields):
    note = collection.new_note(collection.models.by_name(kind))
    for name, value in fields.items():
        note[name.replace('_', ' ')] = value
    collection.add_note(note, collection.decks.id(deck))
    return note
add('Basic', 'Biology::Cells', Front='<b>What</b> is <i>ATP</i> &amp; &lt;why&gt;?', Back='energy<br>H<sub>2</sub>O<ul><li>one</li><li>two</li></ul>[sound:a.mp3]')
add('Basic (and reversed card)', 'Biology::Cells::Parts', Front='nucleus', Back='Zellkern<img src="a.png">')
add('Basic (optional reversed card)', 'Biology', Front='once', Back='one way', Add_Reverse='')
add('Basic (type in the answer)', 'Biology', Front='typed', Back='answer')
add('Cloze', 'Geo', Text='{{c1::Paris}} is the capital of {{c2::France::a country}}, {{c1::a city}}', Back_Extra='see <b>map</b>')
add('Cloze', 'Geo', Text='outer {{c1::a {{c2::b}} c}}', Back_Extra='')
add('Basic', 'Geo', Front='<script>alert(1)</script><img src=x onerror=alert(1)>only<style>p{}</style>', Back='<a href="javascript:alert(1)">link</a>')
add('Basic', 'Geo', Front='<img src="b.png">', Back='a picture alone')
scheduled = add('Basic', 'Scheduled', Front='s', Back='t').cards()[0]
for days, ease in ((-20, 1), (-19, 3), (-10, 3)):
    collection.db.execute('insert into revlog values (?, ?, -1, ?, 5, 1, 2500, 4000, 1)', (collection.crt + (collection.sched.today + days) * 86400 + 43200) * 1000 + ease, scheduled.id, ease)
collection.db.execute('insert into revlog values (?, ?, -1, 0, 5, 1, 0, 0, 4)', (collection.crt + collection.sched.today * 86400 - 86400) * 1000, scheduled.id)
collection.db.execute('update cards set type=2, queue=-1, due=?, ivl=17, reps=3, lapses=1, factor=2500, data=? where id=?', collection.sched.today + 7, json.dumps({'s': 12.3456, 'd': 5.678, 'dr': 0.9}), scheduled.id)
hinted = collection.models.copy(collection.models.by_name('Basic'))
hinted['name'] = 'Hinted'
collection.models.add_field(hinted, collection.models.new_field('Hint'))
hinted['tmpls'][0]['qfmt'] = '{{#Hint}}({{hint:Hint}}){{/Hint}} {{Front}}'
hinted['tmpls'][0]['afmt'] = '{{FrontSide}}<hr id=answer>{{Back}} {{hint:Hint}}'
collection.models.update_dict(hinted)
add('Hinted', 'Hints', Front='capital of Peru', Back='Lima', Hint='starts with <b>L</b>')
add('Hinted', 'Hints', Front='capital of Chile', Back='Santiago', Hint='')
ordered = [add('Basic (and reversed card)', 'Order', Front=name, Back=name * 2) for name in ('c', 'a', 'b')]
for note, tags in zip(ordered, ([], ['x::y', 'z'], [])):
    note.tags = tags
    collection.update_note(note)
collection.sched.reposition_new_cards([card.id for note in (ordered[1], ordered[2], ordered[0]) for card in note.cards()], 1, 1, False, False)
collection.media.write_data('a b ö.png', b'picture one')
collection.media.write_data('c.jpg', b'picture two')
add('Basic', 'Pictures', Front='Which bone?<img src="a b ö.png" alt="A bone">', Back='<img src="c.jpg"><img src="missing.png">')
add('Basic', 'Pictures', Front='no words', Back='<img src="missing.png">')
for number in range(count):
    add('Basic (and reversed card)' if number % 2 else 'Basic', 'Many', Front=f'<div>Front {number}</div>', Back=f'Back <b>{number}</b>')
cards = []
for id in collection.find_cards('', order='c.id asc'):
    card = collection.get_card(id)
    memory = card.memory_state
    cards.append({
        'deck': collection.decks.name(card.did), 'fields': card.note().fields, 'kind': card.note_type()['name'], 'ord': card.ord,
        'dueInDays': card.due - collection.sched.today if card.type == 2 else None, 'isSuspended': card.queue == -1,
        'stability': memory.stability if memory else None, 'difficulty': memory.difficulty if memory else None,
        'reviews': [[at, ease] for at, ease in collection.db.execute('select id, ease from revlog where cid = ? and ease > 0 order by id', card.id)],
    })
for name, legacy in (('second', True), ('third', False)):
    options = ExportAnkiPackageOptions(with_scheduling=True, with_media=True, with_deck_configs=False, legacy=legacy)
    collection.export_anki_package(out_path=os.path.join(folder, name + '.apkg'), options=options, limit=None)
with open(os.path.join(folder, 'cards.json'), 'w') as result:
    json.dump(cards, result)
`;

const genankiOracle = `
import sys, genanki
model = genanki.Model(1607392319, 'Simple', fields=[{'name': 'Question'}, {'name': 'Answer'}], templates=[
    {'name': 'One', 'qfmt': '{{Question}}', 'afmt': '{{FrontSide}}<hr id="answer">{{Answer}}'},
    {'name': 'Two', 'qfmt': '{{#Answer}}Reverse: {{Answer}}{{/Answer}}', 'afmt': '{{Answer}}<br>{{Question}}'}])
deck = genanki.Deck(2059400110, 'Capitals::Europe')
deck.add_note(genanki.Note(model=model, fields=['Capital of <i>Peru</i>', 'Lima']))
cloze = genanki.Deck(2059400111, 'Gaps')
cloze.add_note(genanki.Note(model=genanki.CLOZE_MODEL, fields=['{{c1::Rome}} and {{c3::Milan}}', '']))
genanki.Package([deck, cloze]).write_to_file(sys.argv[1])
`;

interface OracleCard {
  deck: string;
  fields: string[];
  kind: string;
  ord: number;
  dueInDays: number | null;
  isSuspended: boolean;
  stability: number | null;
  difficulty: number | null;
  reviews: [at: number, ease: number][];
}

const read = (file: string): Promise<ImportedDecks> => readDecks(readFileSync(file), { folder: temporaryFolder('lectern-import-') });
const sidesIn = ({ decks }: ImportedDecks) =>
  Object.fromEntries(decks.map(({ title, cards }) => [title, cards.map(({ front, back }) => [front, back])]));

/** A package from before 2.1: the same collection under its oldest name. */
const asFirstGeneration = async (file: string, target: string): Promise<void> => {
  const newer = await JSZip.loadAsync(readFileSync(file));
  const zip = new JSZip();
  zip.file('collection.anki2', await newer.file('collection.anki21')!.async('nodebuffer'));
  zip.file('media', '{}');
  writeFileSync(target, await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' }));
};

const anki = findPythonPackage('anki');
if ('missing' in anki) process.stdout.write(`${anki.missing}\n`);
const describeAnki = 'missing' in anki ? describe.skip : describe;

describeAnki("packages that Anki's own backend writes", () => {
  const make = async (count: number) => {
    if ('missing' in anki) throw new Error(anki.missing);
    const folder = temporaryFolder('lectern-anki-');
    execFileSync(anki.python, ['-c', ankiOracle, folder, String(count)], { stdio: 'ignore' });
    await asFirstGeneration(join(folder, 'second.apkg'), join(folder, 'first.apkg'));
    return { folder, cards: JSON.parse(readFileSync(join(folder, 'cards.json'), 'utf8')) as OracleCard[] };
  };

  test('are read equally in all three generations: basic, reversed, gaps, nested decks, HTML, schedule and review log', async () => {
    const { folder, cards } = await make(0);
    const generations = await Promise.all(['first', 'second', 'third'].map((name) => read(join(folder, `${name}.apkg`))));
    const [first, second, third] = generations as [ImportedDecks, ImportedDecks, ImportedDecks];
    expect(second).toEqual({ ...first, pictures: second.pictures, skipped: second.skipped, decks: second.decks });
    expect(third).toEqual(second);
    // The oldest form made here has no media.
    const others = ({ decks }: ImportedDecks) => decks.filter(({ title }) => title !== 'Pictures');
    expect(others(second)).toEqual(others(first));
    expect(second.decks.find(({ title }) => title === 'Pictures')?.cards).toMatchObject([
      {
        ...{ front: 'Which bone?', back: 'Picture' },
        pictures: [
          { side: 'front', source: 'a b ö.png', alt: 'A bone' },
          { side: 'back', source: 'c.jpg', alt: '' },
        ],
      },
    ]);
    expect(second.pictures).toEqual(
      new Map([
        ['a b ö.png', 'picture-0'],
        ['c.jpg', 'picture-1'],
      ]),
    );
    // x, a.png, b.png and missing.png are in no package.
    expect(second.skipped).toEqual({ pictures: 4, sounds: 1, 'empty-sides': 2 });
    expect(sidesIn(first)).toEqual({
      'Biology › Cells': [['What is ATP & <why>?', 'energy\nH₂O\n- one\n- two']],
      'Biology › Cells › Parts': [
        ['nucleus', 'Zellkern'],
        ['Zellkern', 'nucleus'],
      ],
      Biology: [
        ['once', 'one way'],
        ['typed', 'answer'],
      ],
      Geo: [
        ['[...] is the capital of France, [...]', 'Paris\na city\nsee map'],
        ['Paris is the capital of [a country], a city', 'France\nsee map'],
        ['outer [...]', 'a b c'],
        ['outer a [...] c', 'b'],
        ['only', 'link'],
      ],
      Scheduled: [['s', 't']],
      Pictures: [],
      Hints: [
        // The answer shows it.
        ['capital of Peru', 'Lima starts with L'],
        ['capital of Chile', 'Santiago'],
      ],
      Order: ['a', 'b', 'c'].flatMap((name) => [
        [name, name + name],
        [name + name, name],
      ]),
    });
    const cardsIn = (title: string) => first.decks.find((deck) => deck.title === title)!.cards;
    expect(cardsIn('Hints').map(({ hint }) => hint)).toEqual(['starts with L', undefined]);
    expect(cardsIn('Order').map(({ tags }) => tags)).toEqual([['x::y', 'z'], ['x::y', 'z'], [], [], [], []]);
    expect(first.decks.map(({ path }) => path)).toContainEqual(['Biology', 'Cells', 'Parts']);
    const keys = first.decks.flatMap(({ cards: all }) => all.map(({ key }) => key));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).not.toContain(undefined);
    // Cards with only a picture on a side are left out with it.
    expect(first.skipped).toEqual({ pictures: 6, sounds: 1, 'empty-sides': 3 });
    const theirs = cards.find(({ deck }) => deck === 'Scheduled')!;
    const ours = first.decks.find(({ title }) => title === 'Scheduled')!.cards[0]!;
    expect(theirs).toMatchObject({ dueInDays: 7, isSuspended: true });
    expect(ours).toMatchObject({ isSuspended: true, schedule: { state: 'review' } });
    expect(ours.schedule!.memory!.stability).toBeCloseTo(theirs.stability!, 3);
    expect(ours.schedule!.memory!.difficulty).toBeCloseTo(theirs.difficulty!, 2);
    expect(ours.reviews.map(({ at, ease }) => [at.getTime(), ease])).toEqual(theirs.reviews);
    expect(ours.reviews.every(({ durationMs }) => durationMs === 4_000)).toBe(true);
  }, 120_000);

  test('of 5,000 notes have every card', async () => {
    const { folder, cards } = await make(5_000);
    const expected = cards
      .filter(({ deck }) => deck === 'Many')
      .map(({ fields, ord }) => fields.map((field) => field.replace(/<[^>]*>/g, '')).toSorted(() => (ord === 1 ? -1 : 0)));
    for (const name of ['second', 'third']) {
      const { decks } = await read(join(folder, `${name}.apkg`));
      const many = decks.find(({ title }) => title === 'Many')!.cards;
      expect(many).toHaveLength(7_500);
      expect(many.map(({ front, back }) => [front, back])).toEqual(expected);
    }
  }, 180_000);
});

const genanki = findPythonPackage('genanki');
if ('missing' in genanki) process.stdout.write(`${genanki.missing}\n`);

('missing' in genanki ? test.skip : test)('packages of genanki, the oldest form', async () => {
  if ('missing' in genanki) throw new Error(genanki.missing);
  const file = join(temporaryFolder('lectern-genanki-'), 'deck.apkg');
  execFileSync(genanki.python, ['-c', genankiOracle, file], { stdio: 'ignore' });
  expect(sidesIn(await read(file))).toEqual({
    'Capitals › Europe': [
      ['Capital of Peru', 'Lima'],
      // The second template's answer repeats "Lima". That stays, because the answer does not begin with the whole question.
      ['Reverse: Lima', 'Lima\nCapital of Peru'],
    ],
    Gaps: [
      ['[...] and Milan', 'Rome'],
      ['Rome and [...]', 'Milan'],
    ],
  });
});

describe('what we export', () => {
  const now = new Date('2026-03-05T10:00:00Z');
  const card = (id: string, change: Partial<AnkiCard> = {}): AnkiCard => ({
    ...{ id, front: `Front of ${id}`, back: `Back of ${id}`, source: '', tags: [], pictures: [] },
    ...{ isSuspended: false, schedule: undefined, reviews: [], ...change },
  });

  const roundTrip = async (cards: readonly AnkiCard[], path?: readonly string[]) => {
    const bytes = await writeApkg({ id: 'd1', title: 'Uni › Heart', path, cards, desiredRetention: 0.9 }, now);
    const { decks } = await readDecks(bytes, { folder: temporaryFolder('lectern-import-') });
    return decks[0]!;
  };

  test('keeps the order of its cards, reviewed or not', async () => {
    const reviewed = {
      schedule: { state: 'review' as const, due: new Date('2026-03-12T03:00:00Z'), stability: 8, difficulty: 5.5, reps: 1, lapses: 0 },
      reviews: [{ at: new Date('2026-02-20T10:00:00Z'), ease: 3 as const, durationMs: 4_000 }],
    };
    const cards = Array.from({ length: 40 }, (_, index) =>
      card(`c${index}`, index % 3 === 0 ? reviewed : { isSuspended: index % 5 === 0 }),
    );
    const { cards: read } = await roundTrip(cards);
    expect(read.map(({ front }) => front)).toEqual(cards.map(({ front }) => front));
  });

  test.each(languageLines)('keeps cards in %s', async (_language, [first = '', second = '', third = '']) => {
    const sides = [
      { front: first, back: second },
      { front: third, back: `${first} ${second}` },
    ];
    const { cards } = await roundTrip(
      sides.map((given, index) => card(`c${String(index)}`, given)),
      ['Uni', first],
    );
    expect(cards).toMatchObject(sides);
  });

  test('keeps nested decks, tags, hints, and card ids', async () => {
    const cards = [card('c1', { tags: ['x::y', 'z'], hint: 'starts with <L>\nor M' }), card('c2')];
    const deck = await roundTrip(cards, ['Uni › one', 'Heart']);
    expect(deck).toMatchObject({ title: 'Uni › one › Heart', path: ['Uni › one', 'Heart'] });
    expect(deck.cards).toMatchObject([
      { key: 'c1', front: 'Front of c1', tags: ['x::y', 'z'], hint: 'starts with <L>\nor M' },
      { key: 'c2', front: 'Front of c2', tags: [] },
    ]);
    expect(deck.cards[1]).not.toHaveProperty('hint');
    expect((await roundTrip(cards)).path).toEqual(['Uni', 'Heart']);
  });

  test('is imported unchanged except for sources and pictures, which are counted', async () => {
    const heart = { fileName: 'lectern-heart.webp', alt: 'A heart', bytes: new Uint8Array([1]) };
    const cards = [
      card('c1', { front: 'What is <ATP> & "x"?\n\tif (a)\n    b();', back: '=1+1\n\nthree', source: 'Slide 3', pictures: [heart] }),
      card('c2', {
        schedule: { state: 'review', due: new Date('2026-03-12T03:00:00Z'), stability: 8.1234, difficulty: 5.5, reps: 2, lapses: 1 },
        reviews: [
          { at: new Date('2026-02-20T10:00:00Z'), ease: 1, durationMs: 4_000 },
          { at: new Date('2026-03-01T10:00:00Z'), ease: 3, durationMs: 5_000 },
        ],
      }),
      card('c3', {
        isSuspended: true,
        schedule: { state: 'relearning', due: new Date('2026-03-05T10:20:00Z'), stability: 0.4, difficulty: 6, reps: 1, lapses: 1 },
        reviews: [{ at: new Date('2026-03-05T10:10:00Z'), ease: 1, durationMs: 1_000 }],
      }),
    ];
    const bytes = await writeApkg({ id: 'd1', title: 'Cells: energy', cards, desiredRetention: 0.9 }, now);
    const { decks, skipped } = await readDecks(bytes, { folder: temporaryFolder('lectern-import-') });
    expect(skipped).toEqual({ sources: 1, pictures: 1 });
    expect(decks.map(({ title }) => title)).toEqual(['Cells: energy']);
    const found = new Map(decks[0]!.cards.map((each): [string, ImportedCard] => [each.front, each]));
    for (const { front, back, isSuspended, schedule, reviews } of cards) {
      expect(found.get(front)).toMatchObject({ back, isSuspended, reviews });
      const taken = found.get(front)!.schedule;
      expect(taken?.state).toBe(schedule?.state);
      expect(taken?.memory).toEqual(schedule && { stability: schedule.stability, difficulty: schedule.difficulty });
    }
    // A card is due at noon of its day, or at its minute while learning.
    expect(found.get('Front of c2')!.schedule!.due.toISOString().slice(0, 10)).toBe('2026-03-12');
    expect(found.get('Front of c3')!.schedule!.due).toEqual(new Date('2026-03-05T10:20:00Z'));
  });

  test('has formulas in Anki’s notation, which are imported unchanged', async () => {
    const cards = [card('c1', { front: 'Solve $x^2=4$, a < b', back: '$$\n\\frac{a}{b<c}\n$$ costs $5 to $10' })];
    const bytes = await writeApkg({ id: 'd1', title: 'Roots', cards, desiredRetention: 0.9 }, now);
    const { decks } = await readDecks(bytes, { folder: temporaryFolder('lectern-import-') });
    expect(decks[0]!.cards[0]).toMatchObject({
      front: 'Solve \\(x^2=4\\), a < b',
      back: '\\[\\frac{a}{b<c}\\] costs $5 to $10',
    });
  });
});

test("converts all of Anki's formula notations", () => {
  const media = { picture: () => undefined, sound: () => undefined };
  const read = (field: string): string => htmlToText(withOurFormulas(field), media);
  expect(read('Solve [$]x^2=4[/$]')).toBe('Solve \\(x^2=4\\)');
  expect(read('[$$]\\frac{a}{b}[/$$]')).toBe('\\[\\frac{a}{b}\\]');
  expect(read('[latex]$a_1$[/latex]')).toBe('$a_1$');
  expect(read('<anki-mathjax>a &lt; b</anki-mathjax> and <anki-mathjax block="true">c</anki-mathjax>')).toBe('\\(a < b\\) and \\[c\\]');
  expect(read('<b>\\(x_1\\)</b> and \\[y\\]')).toBe('\\(x_1\\) and \\[y\\]');
});
