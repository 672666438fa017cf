import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import JSZip from 'jszip';
import type { Deck } from './deck.ts';
import { readDeck } from './readDeck.ts';
import { readPictures } from './readPictures.ts';

const relationshipsName = (part: string): string => `${posix.dirname(part)}/_rels/${posix.basename(part)}.rels`;
const ownerOf = (relationships: string): string =>
  posix.normalize(`${posix.dirname(posix.dirname(relationships))}/${posix.basename(relationships, '.rels')}`);

/** Renames, moves and reorders all parts of a package, and adapts relationships and content types. */
async function renamed(bytes: Uint8Array): Promise<Uint8Array> {
  const zip = await JSZip.loadAsync(bytes);
  const files = Object.keys(zip.files).filter((name) => !name.endsWith('/'));
  const parts = files.filter((name) => !name.endsWith('.rels') && name !== '[Content_Types].xml');
  const names = new Map(
    parts.map((name, index) => [
      name,
      `${index % 3 === 0 ? 'p' : 'stuff/q'}/${(index * 7) % 1_000}-${parts.length - index}${posix.extname(name)}`,
    ]),
  );
  const result = new JSZip();
  const add = async (from: string, to: string, change: (text: string) => string): Promise<void> => {
    result.file(to, change((await zip.file(from)?.async('string')) ?? ''));
  };
  await add('[Content_Types].xml', '[Content_Types].xml', (text) =>
    text.replace(/PartName="\/([^"]*)"/g, (_all, name: string) => `PartName="/${names.get(name) ?? name}"`),
  );
  for (const name of files.filter((file) => file.endsWith('.rels')).reverse()) {
    const owner = name === '_rels/.rels' ? '' : ownerOf(name);
    await add(name, owner === '' ? name : relationshipsName(names.get(owner) ?? owner), (text) =>
      text.replace(/<Relationship\b[^>]*>/g, (relationship) =>
        /TargetMode="External"/.test(relationship)
          ? relationship
          : relationship.replace(/ Target="([^"]*)"/, (_all, target: string) => {
              const whole = target.startsWith('/') ? target.slice(1) : posix.normalize(posix.join(posix.dirname(owner), target));
              return ` Target="/${names.get(decodeURIComponent(whole)) ?? whole}"`;
            }),
      ),
    );
  }
  for (const name of parts.reverse()) result.file(names.get(name) ?? name, (await zip.file(name)?.async('uint8array')) ?? '');
  return result.generateAsync({ type: 'uint8array' });
}

/** A deck without the names of its parts. */
const withoutNames = (deck: Deck): unknown => ({
  ...deck,
  slides: deck.slides.map(({ shown, ...slide }) => ({ ...slide, shown: shown.map(({ description }) => description) })),
});

const root = join(__dirname, '../../../../..');
const decks = [join(root, 'samples'), join(root, '../shared/decks')]
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((name) => name.endsWith('.pptx'));

it.each(decks.map((file) => [file.split('/').at(-1) ?? '', file]))('reads %s equally under other part names', async (_name, file) => {
  const bytes = new Uint8Array(readFileSync(file));
  const other = await renamed(bytes);
  expect(Object.keys((await JSZip.loadAsync(other)).files).some((name) => name.startsWith('ppt/slides'))).toBe(false);
  const deck = await readDeck(bytes);
  expect(deck.slides.length).toBeGreaterThan(5);
  expect(withoutNames(await readDeck(other))).toEqual(withoutNames(deck));
  expect(await readPictures(other, await readDeck(other), () => 0)).toEqual(await readPictures(bytes, deck, () => 0));
});
