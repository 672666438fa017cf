import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { findPythonPackage, temporaryFolder } from '@lectern/test-servers';
import { call, newLearner } from '../support/api.ts';
import { violationsOf } from '../support/axe.ts';
import { expect, test } from '../support/browser.ts';

/** Python that exports an Anki collection with a nested deck: a card with reviews, a reversed card, and a cloze text. */
const exporting = `
import json, os, sys
from anki.collection import Collection, ExportAnkiPackageOptions
folder = sys.argv[1]
collection = Collection(os.path.join(folder, 'source.anki2'))
def add(kind, **fields):
    note = collection.new_note(collection.models.by_name(kind))
    for name, value in fields.items():
        note[name.replace('_', ' ')] = value
    collection.add_note(note, collection.decks.id('Biology::Cells'))
    return note
reviewed = add('Basic', Front='What carries <b>energy</b>?', Back='ATP<img src="atp.png">').cards()[0]
add('Basic (and reversed card)', Front='nucleus', Back='Zellkern')
add('Cloze', Text='The {{c1::mitochondrion}} makes {{c2::ATP}}', Back_Extra='')
for days, ease in ((-9, 3), (-8, 3), (-3, 3)):
    collection.db.execute('insert into revlog values (?, ?, -1, ?, 5, 1, 2500, 4000, 1)', (collection.crt + (collection.sched.today + days) * 86400 + 36000) * 1000, reviewed.id, ease)
collection.db.execute('update cards set type=2, queue=2, due=?, ivl=8, reps=3, data=? where id=?', collection.sched.today + 5, json.dumps({'s': 9.5, 'd': 4.5}), reviewed.id)
options = ExportAnkiPackageOptions(with_scheduling=True, with_media=False, with_deck_configs=False, legacy=False)
collection.export_anki_package(out_path=os.path.join(folder, 'Biology.apkg'), options=options, limit=None)
`;

/** Python that imports a package into a new Anki collection and writes down its content. */
const importing = `
import json, os, sys
from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest
folder, package = sys.argv[1:]
collection = Collection(os.path.join(folder, 'target.anki2'))
collection.import_anki_package(ImportAnkiPackageRequest(package_path=package, options=ImportAnkiPackageOptions(with_scheduling=True, with_deck_configs=False)))
cards = {}
for id in collection.find_cards(''):
    card = collection.get_card(id)
    memory = card.memory_state
    cards[card.note().fields[0]] = {
        'back': card.note().fields[1], 'type': card.type, 'dueInDays': card.due - collection.sched.today if card.type == 2 else None,
        'stability': memory.stability if memory else None, 'reviews': len(collection.card_stats_data(id).revlog),
    }
with open(os.path.join(folder, 'cards.json'), 'w') as result:
    json.dump({'cards': cards, 'isSound': collection.fix_integrity()[1]}, result)
`;

const anki = findPythonPackage('anki');
if ('missing' in anki) process.stdout.write(`${anki.missing}\n`);

test('a deck of Anki is imported, studied here, exported, and imported into Anki again', async ({ page }) => {
  test.skip('missing' in anki, 'This machine cannot have the package anki.');
  if ('missing' in anki) return;
  const folder = temporaryFolder('lectern-anki-');
  execFileSync(anki.python, ['-c', exporting, folder], { stdio: 'ignore' });
  // The export blocked this process. Yield, so that it notices closed idle connections before it reuses them.
  await setImmediate();
  const { token } = await newLearner();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/');
  await page.evaluate((value) => localStorage.setItem('token', value), token);
  await page.goto('/quizzes?tab=flashcards');

  await test.step('the dialog shows what would come in, and fits a phone in both themes', async () => {
    await page.getByRole('button', { name: 'Import' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Import Flashcards' });
    await dialog.getByLabel('Choose a file').setInputFiles(join(folder, 'Biology.apkg'));
    await expect(dialog.getByText('1 deck, 5 cards, with 3 reviews.')).toBeVisible();
    await expect(dialog.getByText('Pictures: 1')).toBeVisible();
    await expect(dialog.getByRole('cell', { name: 'The [...] makes ATP' })).toBeVisible();
    await expect(dialog.getByLabel('Title')).toHaveValue('Biology › Cells');
    const small = await dialog
      .locator('button, input:not([type=file]), select')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).filter(({ height, width }) => height < 44 || width < 44));
    expect(small).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      // Wait for colour transitions.
      await expect.poll(() => violationsOf(page)).toEqual([]);
    }
    await dialog.getByRole('button', { name: 'Import' }).click();
    await expect(page.getByText('1 deck with 5 cards imported.')).toBeVisible();
  });

  const deck = (await call('GET', '/flashcards', { token })).body[0] as { _id: string; title: string; studyMaterialId: string | null };
  expect(deck).toMatchObject({ title: 'Biology › Cells', studyMaterialId: null, cardCount: 5 });
  const { cards } = (await call('GET', `/flashcards/${deck._id}`, { token })).body as { cards: { _id: string; front: string }[] };
  const reviewed = cards.find(({ front }) => front === 'What carries energy?')!;
  const schedule = async () => (await call('GET', `/reviews/items/card/${reviewed._id}`, { token })).body;
  expect(await schedule()).toMatchObject({ state: 'review', stability: 9.5, difficulty: 4.5, reviews: [{}, {}, {}] });

  await test.step('studies a new card', async () => {
    await page.goto(`/review?deckId=${deck._id}`);
    await page.getByRole('button', { name: 'Show Answer' }).click();
    await page.getByRole('button', { name: /^Easy/ }).click();
    await expect
      .poll(async () => ((await call('GET', '/reviews/summary', { token })).body as { reviewedToday: number }).reviewedToday)
      .toBe(1);
  });

  await test.step('exports, and Anki has all of it', async () => {
    await page.goto('/quizzes?tab=flashcards');
    await page.getByRole('button', { name: 'Options for Biology › Cells' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Anki' }).click();
    const exported = join(folder, 'exported.apkg');
    await (await download).saveAs(exported);
    execFileSync(anki.python, ['-c', importing, folder, exported], { stdio: 'ignore' });
    const found = JSON.parse(readFileSync(join(folder, 'cards.json'), 'utf8')) as {
      cards: Record<string, { back: string; type: number; dueInDays: number | null; stability: number | null; reviews: number }>;
      isSound: boolean;
    };
    expect(found.isSound).toBe(true);
    expect(Object.keys(found.cards).sort()).toEqual(cards.map(({ front }) => front).sort());
    expect(found.cards['What carries energy?']).toMatchObject({ back: 'ATP', type: 2, reviews: 3 });
    expect(found.cards['What carries energy?']!.stability).toBeCloseTo(9.5, 2);
    expect([4, 5, 6]).toContain(found.cards['What carries energy?']!.dueInDays);
    expect(Object.values(found.cards).filter(({ reviews }) => reviews === 1)).toHaveLength(1);
  });
});
