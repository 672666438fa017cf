import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import JSZip from 'jszip';
import { DocumentError } from '../DocumentError.ts';
import { readDeck } from './readDeck.ts';
import { mutate, seededNumbers } from '../testing/mutate.ts';
import { deckBytes, frame, markedShape, namespaces, paragraph, picture, relationship, shape } from './testing.ts';

const marks = ['<', '>', '"', '&', '&#xD800;', '</', '<!--', '\u0000', '999999999'];

async function outcomeOf(bytes: Uint8Array): Promise<string> {
  const before = process.cpuUsage();
  const outcome = await readDeck(bytes).then(
    () => 'read',
    (error: unknown) => (error instanceof DocumentError ? 'refused' : `failed: ${String(error)}`),
  );
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 < 2_000 ? outcome : 'slow';
}

/** A small deck with something of every kind that is read. */
const everything = (): Promise<Uint8Array> =>
  deckBytes({
    title: 'All kinds',
    slides: [
      shape(paragraph('Heart'), 'title') +
        markedShape(paragraph('Body'), '<p:ph idx="7"/>') +
        shape('<a:p><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath></a:p>') +
        `<p:grpSp>${picture('A valve')}<mc:AlternateContent><mc:Choice Requires="x">${shape(paragraph('x'))}</mc:Choice><mc:Fallback/></mc:AlternateContent></p:grpSp>`,
      frame('<c:chart xmlns:c="c" r:id="c1"/>') +
        frame('<dgm:relIds xmlns:dgm="d" r:dm="d1"/>') +
        frame(`<a:tbl><a:tr><a:tc gridSpan="2"><a:txBody>${paragraph('cell')}</a:txBody></a:tc><a:tc hMerge="1"/></a:tr></a:tbl>`),
    ],
    notes: { 1: shape(paragraph('Say it.'), 'body') },
    relationships: {
      1: relationship('l', 'slideLayout', '../layouts/l.xml'),
      2: relationship('c1', 'chart', '../charts/c.xml') + relationship('d1', 'diagramData', '../diagrams/d.xml'),
    },
    parts: {
      'ppt/layouts/l.xml': `<p:sldLayout ${namespaces}>${markedShape('', '<p:ph type="body" idx="7"/>')}</p:sldLayout>`,
      'ppt/charts/c.xml':
        '<c:chartSpace xmlns:c="c" xmlns:a="a"><c:title><c:tx><c:rich><a:p><a:r><a:t>T</a:t></a:r></a:p></c:rich></c:tx></c:title><c:ser><c:cat><c:pt idx="0"><c:v>x</c:v></c:pt></c:cat><c:val><c:numCache><c:formatCode>0%</c:formatCode><c:pt idx="0"><c:v>1</c:v></c:pt></c:numCache></c:val></c:ser></c:chartSpace>',
      'ppt/diagrams/d.xml': `<dgm:dataModel xmlns:dgm="d" xmlns:a="a"><dgm:pt modelId="0" type="doc"/><dgm:pt modelId="1"><dgm:t>${paragraph('node')}</dgm:t></dgm:pt><dgm:cxn srcId="0" destId="1" srcOrd="0"/></dgm:dataModel>`,
    },
    afterList:
      '<p14:sectionLst xmlns:p14="s"><p14:section name="S"><p14:sldIdLst><p14:sldId id="256"/></p14:sldIdLst></p14:section></p14:sectionLst>',
  });

it('gives a deck or a clear refusal for any damage of a part', async () => {
  const bytes = await everything();
  expect(await outcomeOf(bytes)).toBe('read');
  const zip = await JSZip.loadAsync(bytes);
  const names = Object.values(zip.files).flatMap(({ dir, name }) => (dir ? [] : [name]));
  const outcomes: Record<string, number> = {};
  for (let round = 0; round < 300; round += 1) {
    const random = seededNumbers(round + 1);
    const copy = await JSZip.loadAsync(bytes);
    const name = names[round % names.length] ?? '';
    copy.file(name, mutate((await zip.file(name)?.async('uint8array')) ?? new Uint8Array(), random, marks));
    const outcome = await outcomeOf(await copy.generateAsync({ type: 'uint8array' }));
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  expect(Object.keys(outcomes).sort()).toEqual(['read', 'refused']);
});

it.each([
  ['a small deck', everything],
  ['a real deck', () => Promise.resolve(new Uint8Array(readFileSync(join(__dirname, '../../../../samples/nursing-heart-failure.pptx'))))],
])('ends in a deck or a clear refusal whatever happens to the file of %s', async (_name, load) => {
  const bytes = await load();
  const outcomes = new Set<string>();
  for (let round = 0; round < 150; round += 1) {
    const random = seededNumbers(round + 1_000);
    // Every other round mutates the end of the file, where the central directory is.
    const from = round % 2 === 0 ? 0 : Math.max(0, bytes.length - 2_000);
    outcomes.add(await outcomeOf(Buffer.concat([bytes.subarray(0, from), mutate(bytes.subarray(from), random, marks)])));
  }
  expect([...outcomes].filter((outcome) => outcome !== 'read' && outcome !== 'refused')).toEqual([]);
  expect(outcomes).toContain('refused');
});
