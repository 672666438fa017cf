/**
 * Writes the sample decks into `samples/`. Run: `node tools/sample-decks/make.ts`. The same input gives the same bytes.
 *
 * PptxGenJS writes slides, tables, charts and notes; groups and SmartArt are added to its package afterwards, and the
 * notes parts are numbered unlike their slides, as decks that were edited for years have them.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import JSZip from 'jszip';
import type pptxgenjs from 'pptxgenjs';
import type { Bullet, Lecture, LectureSlide } from './Lecture.ts';
import { biology } from './biology.ts';
import { law } from './law.ts';
import { nursing } from './nursing.ts';

const PptxGenJS = createRequire(import.meta.url)('pptxgenjs') as typeof pptxgenjs.default;
const folder = join(import.meta.dirname, '../../samples');
const written = new Date('2026-01-05T09:00:00Z');
const ink = '1F2937';
const accent = '1D4ED8';

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function bulletRuns(bullets: readonly Bullet[]) {
  return bullets.flatMap((bullet) =>
    typeof bullet === 'string'
      ? [{ text: bullet, options: { bullet: true, breakLine: true } }]
      : bullet.map((text) => ({ text, options: { bullet: true, indentLevel: 1, breakLine: true } })),
  );
}

function addSlide(deck: pptxgenjs.default, slide: LectureSlide): void {
  const page = deck.addSlide({ masterName: slide.subtitle ? 'OPENING' : 'CONTENT' });
  page.addText(slide.title, { placeholder: 'title' });
  if (slide.subtitle) page.addText(slide.subtitle, { placeholder: 'subtitle' });
  if (slide.bullets) page.addText(bulletRuns(slide.bullets), { placeholder: 'body' });
  if (slide.table) {
    const rows = slide.table.map((row, index) =>
      row.map((text) => ({ text, options: index === 0 ? { bold: true, color: 'FFFFFF', fill: { color: accent } } : {} })),
    );
    page.addTable(rows, { x: 0.6, y: 1.5, w: 12.1, fontSize: 18, color: ink, border: { type: 'solid', pt: 1, color: 'CBD5E1' } });
  }
  if (slide.chart) {
    page.addChart(deck.ChartType.bar, [{ name: slide.chart.name, labels: slide.chart.labels, values: slide.chart.values }], {
      x: 0.6,
      y: 1.4,
      w: 12.1,
      h: 5.4,
      showTitle: true,
      title: slide.chart.title,
      chartColors: [accent],
      showValue: true,
    });
  }
  if (slide.group)
    slide.group.forEach((text, index) =>
      page.addText(text, {
        objectName: `Grouped ${index}`,
        x: 0.6 + (index % 2) * 6.1,
        y: 4.4 + Math.floor(index / 2) * 1.2,
        w: 5.9,
        h: 1,
        fontSize: 18,
        color: ink,
        fill: { color: 'DBEAFE' },
      }),
    );
  if (slide.notes) page.addNotes(slide.notes);
}

interface PlaceholderOptions {
  y: number;
  h: number;
  fontSize: number;
  color: string;
  bold?: boolean;
  valign?: 'top';
}

/** A text placeholder of a slide master; lengths are inches. */
const placeholder = (name: string, type: 'title' | 'body', options: PlaceholderOptions) => ({
  placeholder: { options: { name, type, x: 0.6, w: 12.1, align: 'left' as const, ...options }, text: '' },
});

function defineMasters(deck: pptxgenjs.default): void {
  deck.defineSlideMaster({
    title: 'CONTENT',
    objects: [
      placeholder('title', 'title', { y: 0.4, h: 0.9, fontSize: 32, bold: true, color: accent }),
      placeholder('body', 'body', { y: 1.4, h: 5.4, fontSize: 22, color: ink, valign: 'top' }),
    ],
    slideNumber: { x: 12.4, y: 7, fontSize: 12, color: ink },
  });
  deck.defineSlideMaster({
    title: 'OPENING',
    objects: [
      placeholder('title', 'title', { y: 2.4, h: 1.4, fontSize: 44, bold: true, color: accent }),
      placeholder('subtitle', 'body', { y: 3.9, h: 0.8, fontSize: 22, color: ink }),
    ],
  });
}

async function draw(lecture: Lecture): Promise<JSZip> {
  const deck = new PptxGenJS();
  deck.layout = 'LAYOUT_WIDE';
  deck.title = lecture.title;
  deck.author = 'Lectern';
  deck.company = 'Lectern';
  defineMasters(deck);
  for (const slide of lecture.slides) addSlide(deck, slide);
  return JSZip.loadAsync(await deck.write({ outputType: 'nodebuffer' }));
}

/** Puts the shapes named `Grouped …` of a slide into a group inside a group. @throws Error when it has none */
function group(xml: string): string {
  const [first, ...others] = [...xml.matchAll(/<p:sp>(?:(?!<\/p:sp>)[^])*name="Grouped \d"[^]*?<\/p:sp>/g)].map(([shape]) => shape);
  if (first === undefined) throw new Error('The slide has no shapes to group.');
  const box =
    '<a:xfrm><a:off x="548640" y="4023360"/><a:ext cx="11064240" cy="2103120"/><a:chOff x="548640" y="4023360"/><a:chExt cx="11064240" cy="2103120"/></a:xfrm>';
  const open = (id: number, name: string): string =>
    `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr>${box}</p:grpSpPr>`;
  const grouped = `${open(901, 'Steps')}${first}${open(902, 'Inner steps')}${others.join('')}</p:grpSp></p:grpSp>`;
  return xml
    .replace(first, grouped)
    .split(grouped)
    .map((part, index) => (index === 0 ? part : others.reduce((rest, shape) => rest.replace(shape, ''), part)))
    .join(grouped);
}

const diagram =
  'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

function smartArtParts(lines: readonly string[]): Record<DiagramPart, string> {
  const points = lines.map(
    (text, index) =>
      `<dgm:pt modelId="${index + 1}"><dgm:prSet/><dgm:spPr/><dgm:t><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr lang="en-US"/><a:t>${escape(text)}</a:t></a:r></a:p></dgm:t></dgm:pt>`,
  );
  const links = lines.map(
    (_, index) => `<dgm:cxn modelId="${101 + index}" srcId="100" destId="${index + 1}" srcOrd="${index}" destOrd="0"/>`,
  );
  const node =
    '<dgm:alg type="tx"/><dgm:shape type="roundRect"><dgm:adjLst/></dgm:shape><dgm:presOf axis="desOrSelf" ptType="node"/><dgm:constrLst/><dgm:ruleLst/>';
  const each = `<dgm:forEach name="each" axis="ch" ptType="node"><dgm:layoutNode name="node">${node}</dgm:layoutNode></dgm:forEach>`;
  return {
    data: `${head}<dgm:dataModel ${diagram}><dgm:ptLst><dgm:pt modelId="100" type="doc"><dgm:prSet loTypeId="urn:lectern:list" loCatId="list"/><dgm:spPr/></dgm:pt>${points.join('')}</dgm:ptLst><dgm:cxnLst>${links.join('')}</dgm:cxnLst><dgm:bg/><dgm:whole/></dgm:dataModel>`,
    layout: `${head}<dgm:layoutDef ${diagram} uniqueId="urn:lectern:list"><dgm:title val=""/><dgm:desc val=""/><dgm:catLst><dgm:cat type="list" pri="1"/></dgm:catLst><dgm:layoutNode name="list"><dgm:alg type="lin"/><dgm:shape><dgm:adjLst/></dgm:shape><dgm:presOf/><dgm:constrLst/><dgm:ruleLst/>${each}</dgm:layoutNode></dgm:layoutDef>`,
    quickStyle: `${head}<dgm:styleDef ${diagram} uniqueId="urn:lectern:style"><dgm:title val=""/><dgm:desc val=""/><dgm:catLst/></dgm:styleDef>`,
    colors: `${head}<dgm:colorsDef ${diagram} uniqueId="urn:lectern:colors"><dgm:title val=""/><dgm:desc val=""/><dgm:catLst/></dgm:colorsDef>`,
  };
}

type DiagramPart = 'data' | 'layout' | 'quickStyle' | 'colors';
const diagramParts: readonly DiagramPart[] = ['data', 'layout', 'quickStyle', 'colors'];
const types = { data: 'diagramData', layout: 'diagramLayout', quickStyle: 'diagramQuickStyle', colors: 'diagramColors' };
const contentTypes = { data: 'diagramData', layout: 'diagramLayout', quickStyle: 'diagramStyle', colors: 'diagramColors' };

/** @throws Error when the deck has no such part */
const read = async (zip: JSZip, name: string): Promise<string> => {
  const part = zip.file(name);
  if (!part) throw new Error(`${name} is not in the deck.`);
  return part.async('string');
};

async function addSmartArt(zip: JSZip, number: number, lines: readonly string[]): Promise<void> {
  const edit = async (name: string, change: (text: string) => string): Promise<void> => {
    zip.file(name, change(await read(zip, name)));
  };
  const parts = smartArtParts(lines);
  for (const kind of diagramParts) zip.file(`ppt/diagrams/${kind}1.xml`, parts[kind]);
  const relationships = diagramParts.map(
    (kind) =>
      `<Relationship Id="rDiagram${kind}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${types[kind]}" Target="../diagrams/${kind}1.xml"/>`,
  );
  await edit(`ppt/slides/_rels/slide${number}.xml.rels`, (xml) =>
    xml.replace('</Relationships>', `${relationships.join('')}</Relationships>`),
  );
  const overrides = diagramParts.map(
    (kind) =>
      `<Override PartName="/ppt/diagrams/${kind}1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawingml.${contentTypes[kind]}+xml"/>`,
  );
  await edit('[Content_Types].xml', (xml) => xml.replace('</Types>', `${overrides.join('')}</Types>`));
  const frame =
    '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="900" name="Diagram"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="548640" y="1280160"/><a:ext cx="11064240" cy="4937760"/></p:xfrm>' +
    '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/diagram"><dgm:relIds xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" r:dm="rDiagramdata" r:lo="rDiagramlayout" r:qs="rDiagramquickStyle" r:cs="rDiagramcolors"/></a:graphicData></a:graphic></p:graphicFrame>';
  await edit(`ppt/slides/slide${number}.xml`, (xml) => xml.replace('</p:spTree>', `${frame}</p:spTree>`));
}

/** Notes parts get the numbers of the slides in reverse; every mention of their names changes with them. */
async function renumberNotes(zip: JSZip, count: number): Promise<void> {
  const renamed = (text: string): string =>
    text.replaceAll(/notesSlide(\d+)\.xml/g, (_, number: string) => `notesSlide${count + 1 - Number(number)}.xml`);
  const contents = new Map<string, string>();
  for (const name of Object.keys(zip.files)) {
    if (!/notesSlide\d+\.xml/.test(name) && !/\.rels$|^\[Content_Types\]/.test(name)) continue;
    contents.set(renamed(name), renamed(await read(zip, name)));
    zip.remove(name);
  }
  for (const [name, content] of contents) zip.file(name, content);
}

/** The same names in the same order with one date: the same bytes each time. */
async function seal(zip: JSZip): Promise<Buffer> {
  const sealed = new JSZip();
  for (const [name, part] of Object.entries(zip.files).sort(([left], [right]) => (left < right ? -1 : 1))) {
    if (part.dir) continue;
    let content: Buffer | string = await part.async('nodebuffer');
    if (name.endsWith('.xlsx')) content = await seal(await JSZip.loadAsync(content));
    if (/core\.xml$/.test(name)) content = content.toString('utf8').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-01-05T09:00:00Z');
    sealed.file(name, content, { date: written, createFolders: false });
  }
  return sealed.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE', compressionOptions: { level: 9 } });
}

await mkdir(folder, { recursive: true });
for (const lecture of [nursing, law, biology]) {
  const zip = await draw(lecture);
  for (const [index, slide] of lecture.slides.entries()) {
    const name = `ppt/slides/slide${index + 1}.xml`;
    if (slide.group) zip.file(name, group(await read(zip, name)));
    if (slide.smartArt) await addSmartArt(zip, index + 1, slide.smartArt);
  }
  await renumberNotes(zip, lecture.slides.length);
  const bytes = await seal(zip);
  await writeFile(join(folder, lecture.file), bytes);
  console.log(`${lecture.file}: ${lecture.slides.length} slides, ${Math.round(bytes.length / 1024)} kB`);
}
