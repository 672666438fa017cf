import type { ReadMaterial } from '../joinMaterials.ts';
import { readDocument } from '../readDocument.ts';
import { seededNumbers } from '@lectern/test-servers';
import {
  docxBytes,
  drawn,
  paragraph,
  pictureRelationships,
  styled,
  table,
  usualStyles,
  type TestDocx,
} from '../../testing/wordDocuments.ts';

const now = (): number => 0;
const png = (content: string): Uint8Array =>
  new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...new TextEncoder().encode(content)]);
const alone = (drawing: string): string => `<w:p>${drawing}</w:p>`;

const read = async (body: string, files: Record<string, Uint8Array>, more: Partial<TestDocx> = {}): Promise<ReadMaterial> => {
  const parts = Object.fromEntries(Object.entries(files).map(([id, bytes]) => [`word/media/${id}.png`, bytes]));
  const relationships = pictureRelationships(Object.keys(files));
  return readDocument(await docxBytes({ body, parts, relationships, styles: usualStyles, ...more }), 'notes.docx', now);
};
/** Each picture's places: the paragraph, and the alternative text. */
const places = ({ pictures }: ReadMaterial): unknown[] =>
  pictures.pictures.map((picture) => picture.places.map(({ slide, alt }) => [slide, alt]));

it('places pictures after the previous paragraph, with their alternative text or the heading', async () => {
  const body = styled('Heart', 'H2') + paragraph('It pumps.') + alone(drawn('p1', 'A heart')) + paragraph('It rests.') + alone(drawn('p2'));
  const material = await read(body, { p1: png('one'), p2: png('two') });
  expect(places(material)).toEqual([[[2, 'A heart']], [[3, 'Heart']]]);
  expect(material.pictures.pictures[0]?.places[0]?.pointer).toEqual({
    kind: 'text',
    paragraph: 2,
    document: 'notes.docx',
    section: { heading: 'Heart', paragraph: 1 },
  });
  expect(Buffer.from(material.pictures.pictures[1]?.bytes.subarray(8) ?? []).toString()).toBe('two');
});

it('names a picture without an alternative text by the caption below', async () => {
  const styles = `${usualStyles}<w:style w:type="paragraph" w:styleId="Beschriftung"><w:name w:val="caption"/></w:style>`;
  const caption = (text: string) => styled(text, 'Beschriftung');
  const body =
    styled('Heart', 'H2') +
    paragraph('It pumps.') +
    alone(drawn('p1')) +
    caption('Figure 1: Four chambers') +
    alone(drawn('p2', 'A valve')) +
    caption('Figure 2: Valves') +
    alone(drawn('p3')) +
    paragraph('It rests.') +
    caption('Figure 3: Of no picture');
  const material = await read(body, { p1: png('1'), p2: png('2'), p3: png('3') }, { styles });
  expect(places(material)).toEqual([[[2, 'Figure 1: Four chambers']], [[3, 'A valve']], [[4, 'Heart']]]);
});

it('finds pictures in a paragraph, before the first one, in a table and by old programs', async () => {
  const old = '<w:r><w:pict><v:shape xmlns:v="v"><v:imagedata r:id="p4"/></v:shape></w:pict></w:r>';
  const body =
    alone(drawn('p1', 'First')) +
    `<w:p><w:r><w:t>It pumps.</w:t></w:r>${drawn('p2', 'Within')}</w:p>` +
    table([[alone(drawn('p3', 'In a cell')), paragraph('a')]]) +
    alone(old);
  const material = await read(body, { p1: png('1'), p2: png('2'), p3: png('3'), p4: png('4') });
  expect(places(material)).toEqual([[[1, 'First']], [[1, 'Within']], [[2, 'In a cell']], [[2, 'notes']]]);
});

it('silently drops decoration and lists what cannot be shown', async () => {
  const body = [
    paragraph('It pumps.'),
    ...['p1', 'p1', 'p1'].map((id) => alone(drawn(id, 'A logo'))),
    alone(drawn('p2', 'Decorative', '<x:decorative xmlns:x="x" val="1"/>')),
    alone(drawn('p3', 'Creative Commons')),
    alone(drawn('p4', 'An old drawing')),
    alone(`<w:del>${drawn('p5', 'Deleted')}</w:del>`),
    alone(drawn('p6', 'Elsewhere')),
    alone(drawn('p8', 'Also elsewhere').replace('r:embed', 'r:link')),
    alone(drawn('p7', 'Not there')),
  ].join('');
  const files = Object.fromEntries(['p1', 'p2', 'p3', 'p5'].map((id) => [id, png(id)]));
  const elsewhere = '<Relationship Id="p6" Type="x/image" Target="http://127.0.0.1:9/x.png" TargetMode="External"/>';
  const file = elsewhere.replace('"p6"', '"p8"').replace('http://127.0.0.1:9/', 'file:///C:/');
  const material = await read(
    body,
    { ...files, p4: new Uint8Array([1, 0, 0, 0]) },
    {
      relationships: pictureRelationships(['p1', 'p2', 'p3', 'p4', 'p5', 'p7']) + elsewhere + file,
    },
  );
  expect(places(material)).toEqual([]);
  expect(material.pictures.leftOut).toMatchObject([
    { slide: 1, alt: 'An old drawing', reason: 'format' },
    { slide: 1, alt: 'Elsewhere (linked, not in the file)', reason: 'format' },
    { slide: 1, alt: 'Also elsewhere (linked, not in the file)', reason: 'format' },
  ]);
});

it('gives each picture of a group its own alternative text and decoration flag', async () => {
  const inGroup = (id: string, properties: string): string =>
    `<pic:pic xmlns:pic="i"><pic:nvPicPr><pic:cNvPr id="0" ${properties}</pic:cNvPr></pic:nvPicPr><pic:blipFill><a:blip xmlns:a="a" r:embed="${id}"/></pic:blipFill></pic:pic>`;
  const group = [
    inGroup('p1', 'descr="A frame"><x:decorative xmlns:x="x" val="1"/>'),
    inGroup('p2', 'descr="A heart">'),
    inGroup('p3', '>'),
  ].join('');
  const body = `${paragraph('It pumps.')}<w:p><w:r><w:drawing><wp:inline xmlns:wp="p"><wp:docPr id="1" descr="Organs"/>${group}</wp:inline></w:drawing></w:r></w:p>`;
  expect(places(await read(body, { p1: png('1'), p2: png('2'), p3: png('3') }))).toEqual([[[1, 'A heart']], [[1, 'Organs']]]);
});

it('keeps a picture under a heading about licences', async () => {
  const body = styled('Creative Commons', 'H2') + paragraph('It pumps.') + alone(drawn('p1'));
  expect(places(await read(body, { p1: png('1') }))).toEqual([[[2, 'Creative Commons']]]);
});

it('lists a hostile picture as left out and reads the text', async () => {
  const bomb = new Uint8Array(26 * 1024 * 1024);
  bomb.set(png(''));
  const text = Array.from({ length: 200 }, (_, index) => paragraph(`Fact ${String(index)}. ${String(Math.sqrt(index)).repeat(60)}`)).join(
    '',
  );
  const random = seededNumbers(1);
  const noise = new Uint8Array(400_000).map(() => random(256));
  const material = await read(text + alone(drawn('p1', 'A bomb')), { p1: bomb, p2: noise });
  expect(material.source.passages).toHaveLength(200);
  expect(material.pictures).toMatchObject({ pictures: [], leftOut: [{ slide: 200, alt: 'A bomb', reason: 'too-large' }] });
});
