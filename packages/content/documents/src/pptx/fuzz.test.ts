import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutate, seededNumbers } from '@lectern/test-servers';
import JSZip from 'jszip';
import { DocumentError } from '../DocumentError.ts';
import { pngOf } from '../pdf/drawing/pngOf.ts';
import { readDeck, workedMilliseconds } from './readDeck.ts';
import { readPictures } from './readPictures.ts';
import { sourceOfDeck } from './sourceOfDeck.ts';
import { deckBytes, frame, markedShape, namespaces, paragraph, picture, relationship, shape } from '../../testing/decks.ts';

const marks = ['<', '>', '"', '&', '&#xD800;', '</', '<!--', '\u0000', '999999999'];

/** Reads text, passages and pictures of a deck. */
async function readAll(bytes: Uint8Array): Promise<void> {
  const deck = await readDeck(bytes);
  sourceOfDeck(deck);
  await readPictures(bytes, deck, workedMilliseconds);
}

async function outcomeOf(bytes: Uint8Array): Promise<string> {
  const before = process.cpuUsage();
  const outcome = await readAll(bytes).then(
    () => 'read',
    (error: unknown) => (error instanceof DocumentError ? 'refused' : `failed: ${String(error)}`),
  );
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 < 2_000 ? outcome : 'slow';
}

/** A small deck with every kind of content. */
const everything = (): Promise<Uint8Array> =>
  deckBytes({
    title: 'All kinds',
    slides: [
      shape(paragraph('Heart'), 'title') +
        markedShape(paragraph('Body'), '<p:ph idx="7"/>') +
        shape('<a:p><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath></a:p>') +
        `<p:grpSp>${picture('A valve', 'p1')}<mc:AlternateContent><mc:Choice Requires="x">${shape(paragraph('x'))}</mc:Choice><mc:Fallback/></mc:AlternateContent></p:grpSp>`,
      frame('<c:chart xmlns:c="c" r:id="c1"/>') +
        frame('<dgm:relIds xmlns:dgm="d" r:dm="d1"/>') +
        frame(`<a:tbl><a:tr><a:tc gridSpan="2"><a:txBody>${paragraph('cell')}</a:txBody></a:tc><a:tc hMerge="1"/></a:tr></a:tbl>`),
    ],
    notes: { 1: shape(paragraph('Say it.'), 'body') },
    relationships: {
      1: relationship('l', 'slideLayout', '../layouts/l.xml') + relationship('p1', 'image', '../media/valve.png'),
      2: relationship('c1', 'chart', '../charts/c.xml') + relationship('d1', 'diagramData', '../diagrams/d.xml'),
    },
    parts: {
      'ppt/media/valve.png': pngOf({ width: 16, height: 16, bytes: new Uint8Array(16 * 16 * 4).fill(200) }),
      'ppt/layouts/l.xml': `<p:sldLayout ${namespaces}>${markedShape('', '<p:ph type="body" idx="7"/>')}</p:sldLayout>`,
      'ppt/charts/c.xml':
        '<c:chartSpace xmlns:c="c" xmlns:a="a"><c:title><c:tx><c:rich><a:p><a:r><a:t>T</a:t></a:r></a:p></c:rich></c:tx></c:title><c:ser><c:cat><c:pt idx="0"><c:v>x</c:v></c:pt></c:cat><c:val><c:numCache><c:formatCode>0%</c:formatCode><c:pt idx="0"><c:v>1</c:v></c:pt></c:numCache></c:val></c:ser></c:chartSpace>',
      'ppt/diagrams/d.xml': `<dgm:dataModel xmlns:dgm="d" xmlns:a="a"><dgm:pt modelId="0" type="doc"/><dgm:pt modelId="1"><dgm:t>${paragraph('node')}</dgm:t></dgm:pt><dgm:cxn srcId="0" destId="1" srcOrd="0"/></dgm:dataModel>`,
    },
    afterList:
      '<p14:sectionLst xmlns:p14="s"><p14:section name="S"><p14:sldIdLst><p14:sldId id="256"/></p14:sldIdLst></p14:section></p14:sectionLst>',
  });

/** Counts the outcomes. */
async function countOutcomes(
  rounds: number,
  damaged: (round: number) => Uint8Array | Promise<Uint8Array>,
): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    const outcome = await outcomeOf(await damaged(round));
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return outcomes;
}

/** Every other round damages the end of the file, where the central directory is. */
const damagedFile = (bytes: Uint8Array, round: number): Uint8Array => {
  const from = round % 2 === 0 ? 0 : Math.max(0, bytes.length - 2_000);
  return Buffer.concat([bytes.subarray(0, from), mutate(bytes.subarray(from), seededNumbers(round + 1_000), marks)]);
};

it('reads or refuses a deck with any damage of a part', async () => {
  const bytes = await everything();
  expect(await outcomeOf(bytes)).toBe('read');
  const zip = await JSZip.loadAsync(bytes);
  const parts = await Promise.all(
    Object.values(zip.files).flatMap((file) =>
      file.dir ? [] : [file.async('uint8array').then((content) => ({ name: file.name, content }))],
    ),
  );
  const outcomes = await countOutcomes(1_000, async (round) => {
    const part = parts[round % parts.length];
    if (!part) throw new Error('The deck has no parts.');
    zip.file(part.name, mutate(part.content, seededNumbers(round + 1), marks));
    const damaged = await zip.generateAsync({ type: 'uint8array' });
    zip.file(part.name, part.content);
    return damaged;
  });
  expect(Object.keys(outcomes).sort()).toEqual(['read', 'refused']);
});

it('reads or refuses a small deck with any damage of its file', async () => {
  const bytes = await everything();
  const outcomes = await countOutcomes(1_000, (round) => damagedFile(bytes, round));
  expect(Object.keys(outcomes).sort()).toEqual(['read', 'refused']);
});

it('reads or refuses a real deck with any damage of its file', async () => {
  const bytes = new Uint8Array(readFileSync(join(__dirname, '../../../../../samples/nursing-heart-failure.pptx')));
  const outcomes = await countOutcomes(150, (round) => damagedFile(bytes, round));
  expect(Object.keys(outcomes).sort()).toEqual(['read', 'refused']);
});
