import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readDeck } from './readDeck.ts';
import { readPictures } from './readPictures.ts';

const folder = join(__dirname, '../../../../../../shared/decks');
const found = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.pptx')) : [];

/** Slides of the pictures shown in guides, by the number in the deck's name. */
const expected: Readonly<Record<string, number[]>> = {
  // Without the title slide's logo, figures of people and arrows of drawings.
  '01': [34, 35, 36, 37, 38, 48, 49],
  '02': [35, 36, 37, 38, 39, 49, 50],
  // A photo per topic, without the licence badge on the last slide.
  '04': [1, 2, 3, 7, 8, 10, 12, 13, 19, 26],
  '05': [1, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 17],
  // Five portraits on 19 of 21 slides.
  '12': [1, 1, 1, 1, 1],
};

const files = found.filter((name) => name.slice(0, 2) in expected);
if (files.length === 0) console.log('Skipped: the pictures of real decks need the public decks beside the repository.');

(files.length > 0 ? it : it.skip).each(files)('the pictures of %s', async (name) => {
  const bytes = new Uint8Array(readFileSync(join(folder, name)));
  const { pictures, leftOut } = await readPictures(bytes, await readDeck(bytes), () => 0);
  const places = pictures.flatMap((picture) => picture.places);
  expect(places.map(({ slide }) => slide).sort((left, right) => left - right)).toEqual(expected[name.slice(0, 2)]);
  expect(places.filter(({ alt }) => /close up|\.(png|jpe?g)$/i.test(alt))).toEqual([]);
  expect(leftOut).toEqual([]);
});
