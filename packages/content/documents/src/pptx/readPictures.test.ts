import { readDeck } from './readDeck.ts';
import { pictureLimits, type PictureLimits } from '../pictures/readPicturePart.ts';
import type { SourcePictures } from '../pictures/SourcePictures.ts';
import { readPictures } from './readPictures.ts';
import {
  deckBytes,
  frame,
  namespaces,
  packageOf,
  paragraph,
  picture,
  relationship,
  shape,
  slideSize,
  transform,
  type TestDeck,
} from '../../testing/decks.ts';

const png = (seed: string): Uint8Array => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Buffer.from(seed)]);
const image = (id: string, file: string): string => relationship(id, 'image', `../media/${file}`);
const titled = (title: string, inner: string): string => shape(paragraph(title), 'title') + inner;

const read = async (deck: TestDeck, limits: Partial<PictureLimits> = {}): Promise<SourcePictures> => {
  const bytes = await deckBytes(deck);
  return readPictures(bytes, await readDeck(bytes), () => 0, { ...pictureLimits, ...limits });
};
const altsOf = ({ pictures }: SourcePictures): string[] =>
  pictures.flatMap(({ places }) => places.map(({ slide, alt }) => `${slide}: ${alt}`));

it('are found by relationship, in groups, in fallbacks and in fills, with their alternative text or the slide’s title', async () => {
  const fill =
    '<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/></p:nvSpPr><p:spPr><a:blipFill><a:blip r:embed="r4"/></a:blipFill></p:spPr></p:sp>';
  const object = frame(
    `<mc:AlternateContent><mc:Choice Requires="v"><p:oleObj/></mc:Choice><mc:Fallback><p:oleObj>${picture('', 'r3')}</p:oleObj></mc:Fallback></mc:AlternateContent>`,
  ).replace('name="t"', 'name="t" descr="A table of doses"');
  const found = await read({
    slides: [titled('Heart', `<p:grpSp>${picture('A heart with four chambers', 'r1')}</p:grpSp>${picture('', 'r2')}${object}${fill}`)],
    relationships: { 1: ['1', '2', '3', '4'].map((each) => image(`r${each}`, `other${each}.png`)).join('') },
    parts: Object.fromEntries(['1', '2', '3', '4'].map((each) => [`ppt/media/other${each}.png`, png(each)])),
  });
  expect(altsOf(found)).toEqual(['1: A heart with four chambers', '1: Heart', '1: A table of doses', '1: Heart']);
  expect(found.pictures.map(({ bytes }) => Buffer.from(bytes).at(-1))).toEqual([...'1234'].map((each) => each.charCodeAt(0)));
  expect(found.leftOut).toEqual([]);
});

it('that are linked, missing or of another slide are not read', async () => {
  const linked = '<p:pic><p:nvPicPr><p:cNvPr id="3" name="p"/></p:nvPicPr><p:blipFill><a:blip r:link="r1"/></p:blipFill></p:pic>';
  const outside = `<Relationship Id="r2" Type="x/image" Target="https://elsewhere.example/a.png" TargetMode="External"/>`;
  const found = await read({
    slides: [titled('Heart', linked + picture('', 'r2') + picture('', 'r3') + picture('', 'r4'))],
    relationships: { 1: image('r1', 'a.png') + outside + image('r3', 'missing.png') },
    parts: { 'ppt/media/a.png': png('a') },
  });
  expect(found).toEqual({ pictures: [], leftOut: [] });
});

it('are dropped as decoration on three slides, on the layout or its master, and as licence badges', async () => {
  const everywhere = picture('', 'r1') + picture('', 'r2') + picture('', 'r3') + picture('Creative Commons Attribution', 'r4');
  const relationships = [image('r1', 'a.png'), image('r2', 'b.png'), image('r3', 'c.png'), image('r4', 'd.png'), image('r5', 'e.png')].join(
    '',
  );
  const withLayout = relationships + relationship('l', 'slideLayout', '../slideLayouts/one.xml');
  const layoutRelationships = image('r1', 'layout.png') + relationship('m', 'slideMaster', '../slideMasters/m.xml');
  const found = await read({
    slides: [
      titled('One', everywhere),
      titled('Two', picture('', 'r1') + picture('', 'r5')),
      titled('Three', picture('', 'r1') + picture('', 'r5')),
    ],
    relationships: { 1: withLayout, 2: relationships, 3: relationships },
    parts: {
      'ppt/slideLayouts/one.xml': `<p:sldLayout ${namespaces}/>`,
      'ppt/slideLayouts/_rels/one.xml.rels': `<Relationships>${layoutRelationships}</Relationships>`,
      'ppt/slideMasters/_rels/m.xml.rels': `<Relationships>${image('r1', 'master.png')}</Relationships>`,
      'ppt/media/layout.png': png('of the layout'),
      'ppt/media/master.png': png('of the master'),
      'ppt/media/a.png': png('on three slides'),
      // The same bytes under another name.
      'ppt/media/b.png': png('of the layout'),
      'ppt/media/c.png': png('of the master'),
      'ppt/media/d.png': png('badge'),
      'ppt/media/e.png': png('on two slides'),
    },
  });
  expect(altsOf(found)).toEqual(['2: Two', '3: Three']);
  expect(found.pictures).toHaveLength(1);
  expect(found.leftOut).toEqual([]);
});

it('that cannot be shown are listed without failing the deck', async () => {
  const files: Record<string, string | Uint8Array> = {
    'page.png': '<!doctype html><script>alert(1)</script>',
    'drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'old.emf': Buffer.from([1, 0, 0, 0]),
    'huge.png': png('x'.repeat(3_000)),
    'fine.png': png('fine'),
    'late.png': png('late'),
  };
  const names = Object.keys(files);
  const found = await read(
    {
      slides: names.map((name) => titled(name, picture('', 'r1'))),
      relationships: Object.fromEntries(names.map((name, index) => [index + 1, image('r1', name)])),
      parts: Object.fromEntries(names.map((name) => [`ppt/media/${name}`, files[name] ?? ''])),
    },
    { partBytes: 2_000, files: 5 },
  );
  expect(altsOf(found)).toEqual(['5: fine.png']);
  expect(found.leftOut.map(({ alt, reason }) => [alt, reason])).toEqual([
    ['page.png', 'format'],
    ['drawing.svg', 'format'],
    ['old.emf', 'format'],
    ['huge.png', 'too-large'],
    ['late.png', 'too-many'],
  ]);
});

it('are read up to a total size', async () => {
  const names = ['a', 'b', 'c'];
  const found = await read(
    {
      slides: names.map((name) => titled(name, picture('', 'r1'))),
      relationships: Object.fromEntries(names.map((name, index) => [index + 1, image('r1', `${name}.png`)])),
      parts: Object.fromEntries(names.map((name) => [`ppt/media/${name}.png`, png(name.repeat(1_000))])),
    },
    { readBytes: 2_500 },
  );
  expect(altsOf(found)).toEqual(['1: a', '2: b']);
  expect(found.leftOut).toEqual([{ slide: 3, alt: 'c', reason: 'too-large' }]);
});

it('have an alternative text of at most 300 characters', async () => {
  const found = await read({
    slides: [titled('Heart', picture('A very long description '.repeat(40), 'r1'))],
    relationships: { 1: image('r1', 'a.png') },
    parts: { 'ppt/media/a.png': png('a') },
  });
  const alt = found.pictures[0]?.places[0]?.alt ?? '';
  expect(alt.length).toBeLessThanOrEqual(300);
  expect(alt).toMatch(/^A very long description .*\w…$/);
});

/** A deck whose slides all have a relationship `r-a` to `a.png`, and so on. */
const withFiles = (slides: string[], files: string): TestDeck => ({
  slides,
  relationships: Object.fromEntries(
    slides.map((_, index) => [index + 1, [...files].map((file) => image(`r-${file}`, `${file}.png`)).join('')]),
  ),
  parts: Object.fromEntries([...files].map((file) => [`ppt/media/${file}.png`, png(file)])),
  afterList: slideSize,
});
const body = shape(paragraph('It has four chambers.'), 'body');
const middle = transform(400, 150, 200, 200);
const pictureSlidesOf = async (deck: TestDeck): Promise<number[]> =>
  (await readDeck(await deckBytes(deck))).slides.flatMap(({ number, pictureOnly }) => (pictureOnly ? [number] : []));

it('are dropped as decoration if they or their group are marked as decorative', async () => {
  const decorative = (xml: string): string =>
    xml.replace(
      /(<p:cNvPr [^>]*)\/>/,
      '$1><a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}"><adec:decorative xmlns:adec="d" val="1"/></a:ext></a:extLst></p:cNvPr>',
    );
  const group = `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="9" name="g"/></p:nvGrpSpPr>${picture('', 'r-b', middle)}</p:grpSp>`;
  const deck = withFiles([titled('Heart', decorative(picture('A frame', 'r-a')) + decorative(group) + picture('', 'r-c'))], 'abc');
  expect((await read(deck)).pictures.map(({ bytes }) => String.fromCharCode(bytes.at(-1) ?? 0))).toEqual(['c']);
});

it('with generated descriptions are named by the slide’s title', async () => {
  const alts = [
    'A close up of text on a white background',
    'Picture 3',
    'image1.png',
    'Ein Bild, das Text enthält.&#10;Automatisch generierte Beschreibung',
  ];
  const found = await read(
    withFiles([titled('Heart', alts.map((alt, index) => picture(alt, `r-${'abcd'.charAt(index)}`)).join(''))], 'abcd'),
  );
  expect(altsOf(found)).toEqual(alts.map(() => '1: Heart'));
});

it('are dropped everywhere as logos of the title slide, unless they are large or the slide has points', async () => {
  const corner = transform(40, 60, 250, 150);
  const opening = titled(
    'Heart',
    shape(paragraph('Second lecture')) + picture('The crest', 'r-a', corner) + picture('', 'r-b', transform(0, 0, 500, 400)),
  );
  const found = await read(withFiles([opening, titled('Chambers', body + picture('', 'r-a', corner) + picture('', 'r-c', corner))], 'abc'));
  expect(altsOf(found)).toEqual(['1: Heart', '2: Chambers']);
  expect(altsOf(await read(withFiles([titled('Heart', body + picture('', 'r-a', corner)), titled('End', '')], 'a')))).toEqual(['1: Heart']);
  expect(altsOf(await read(withFiles([titled('Heart', picture('', 'r-a', corner))], 'a')))).toEqual(['1: Heart']);
});

it('are dropped as icons if they are small and have no description, even in a scaled group', async () => {
  const group = (inner: string): string =>
    `<p:grpSp><p:grpSpPr><a:xfrm><a:off x="100" y="100"/><a:ext cx="100" cy="100"/><a:chOff x="0" y="0"/><a:chExt cx="1000" cy="1000"/></a:xfrm></p:grpSpPr>${inner}</p:grpSp>`;
  const small = transform(400, 200, 90, 90);
  const large = transform(0, 0, 900, 900);
  const slide = titled(
    'Heart',
    body + picture('', 'r-a', small) + picture('A valve', 'r-b', small) + group(picture('', 'r-c', large)) + picture('', 'r-d', large),
  );
  expect(altsOf(await read(withFiles([slide], 'abcd')))).toEqual(['1: A valve', '1: Heart']);
});

describe('that repeat on slides with nothing else', () => {
  const logo = picture('', 'r-x', transform(820, 440, 170, 60));
  const pair = picture('', 'r-a', middle) + picture('', 'r-b', transform(100, 150, 200, 200)) + logo;

  it('are shown once, without the template', async () => {
    const deck = withFiles(
      [titled('', pair), titled('Deadlock', pair), titled('Livelock', pair), titled('Words', body + pair), titled('Text', body + logo)],
      'abx',
    );
    const found = await read(deck);
    expect(found.pictures.map(({ bytes, places }) => [String.fromCharCode(bytes.at(-1) ?? 0), places.map(({ slide }) => slide)])).toEqual([
      ['a', [1]],
      ['b', [1]],
    ]);
    expect(await pictureSlidesOf(deck)).toEqual([1, 2, 3]);
  });

  it('are decoration next to text or other pictures, in the margin and in the background', async () => {
    const watermark = picture('', 'r-a', middle);
    const onText = withFiles([titled('One', watermark), titled('Two', body + watermark), titled('Three', body + watermark)], 'a');
    expect((await read(onText)).pictures).toEqual([]);
    expect(await pictureSlidesOf(onText)).toEqual([]);
    const besideScreenshots = ['b', 'c', 'd'].map((own) => titled(own, watermark + picture('', `r-${own}`, transform(0, 0, 600, 400))));
    expect(altsOf(await read(withFiles(besideScreenshots, 'abcd')))).toEqual(['1: b', '2: c', '3: d']);
    expect((await read(withFiles([logo, logo, logo], 'x'))).pictures).toEqual([]);

    const zip = packageOf(withFiles(['', '', ''], 'a'));
    for (const number of [1, 2, 3]) {
      const name = `ppt/slides/slide${number}.xml`;
      const xml = (await zip.file(name)?.async('string')) ?? '';
      zip.file(name, xml.replace('<p:cSld>', '<p:cSld><p:bg><p:bgPr><a:blipFill><a:blip r:embed="r-a"/></a:blipFill></p:bgPr></p:bg>'));
    }
    const bytes = await zip.generateAsync({ type: 'uint8array' });
    expect((await readPictures(bytes, await readDeck(bytes), () => 0)).pictures).toEqual([]);
  });
});
