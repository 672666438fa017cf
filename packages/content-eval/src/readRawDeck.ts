import JSZip from 'jszip';

/** A slide as read by the second, simpler reader, which is compared with the product's reader. */
export interface RawSlide {
  isHidden: boolean;
  title: string;
  /** Words of text boxes, groups, tables, charts and SmartArt; no footers, dates and slide numbers. */
  texts: string[];
  notes: string[];
  tables: string[][][];
  /** True where there are pictures and no words but the title. */
  isPictureOnly: boolean;
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const decoded = (xml: string): string =>
  xml.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex: string | undefined, decimal: string | undefined, name: string | undefined) =>
    hex !== undefined
      ? String.fromCodePoint(parseInt(hex, 16))
      : decimal !== undefined
        ? String.fromCodePoint(Number(decimal))
        : (entities[name ?? ''] ?? all),
  );

const blocks = (xml: string, tag: string): string[] => xml.match(new RegExp(`<${tag}(?:\\s[^>]*)?>[\\s\\S]*?</${tag}>`, 'g')) ?? [];
const attribute = (xml: string, name: string): string | undefined => new RegExp(`\\s${name}="([^"]*)"`).exec(xml)?.[1];

/** The paragraphs of a piece of DrawingML, fields such as the slide's number left out. */
const paragraphs = (xml: string): string[] =>
  blocks(xml, 'a:p')
    .map((block) =>
      decoded(
        [
          ...block
            .replace(/<a:fld\b[\s\S]*?<\/a:fld>/g, '')
            .matchAll(/<a:t(?:\s[^>]*)?>([\s\S]*?)<\/a:t>|<(?:a:br|a:tab)\b[^>]*>|<m:t(?:\s[^>]*)?>([\s\S]*?)<\/m:t>/g),
        ]
          .map((match) => match[1] ?? match[2] ?? ' ')
          .join(''),
      )
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => text !== '');

const placeholder = (shape: string): string | undefined => {
  const mark = /<p:ph\b[^>]*>/.exec(shape)?.[0];
  return mark === undefined ? undefined : (attribute(mark, 'type') ?? 'body');
};
const isIdle = (shape: string): boolean => ['ftr', 'dt', 'sldNum', 'hdr'].includes(placeholder(shape) ?? '');

/** Where a part's relationships lead, by their ids. */
async function relationsOf(zip: JSZip, part: string): Promise<{ id: string; type: string; target: string }[]> {
  const folder = part.slice(0, part.lastIndexOf('/'));
  const xml = await zip.file(`${folder}/_rels/${part.slice(folder.length + 1)}.rels`)?.async('string');
  return (xml?.match(/<Relationship\b[^>]*>/g) ?? []).map((relation) => {
    const target = attribute(relation, 'Target') ?? '';
    const path = target.startsWith('/') ? target.slice(1) : new URL(target, `file:///${folder}/`).pathname.slice(1);
    return {
      id: attribute(relation, 'Id') ?? '',
      type: (attribute(relation, 'Type') ?? '').split('/').at(-1) ?? '',
      target: decodeURIComponent(path),
    };
  });
}

async function readSlide(zip: JSZip, part: string): Promise<RawSlide> {
  const read = async (path: string): Promise<string> => (await zip.file(path)?.async('string')) ?? '';
  const xml = (await read(part)).replace(/<mc:Fallback\b[\s\S]*?<\/mc:Fallback>/g, '').replace(/<!--[\s\S]*?-->/g, '');
  const relations = await relationsOf(zip, part);
  const shapes = blocks(xml, 'p:sp').filter((shape) => !isIdle(shape));
  const titles = shapes.filter((shape) => /^(title|ctrTitle)$/.test(placeholder(shape) ?? '')).flatMap(paragraphs);
  const tables = blocks(xml, 'a:tbl').map((table) =>
    blocks(table, 'a:tr').map((row) => blocks(row, 'a:tc').map((cell) => paragraphs(cell).join(' '))),
  );
  const texts = [...shapes.flatMap(paragraphs), ...tables.flat(2), ...blocks(xml, 'p:cxnSp').flatMap(paragraphs)];
  for (const { type, target } of relations) {
    if (type === 'diagramData') texts.push(...paragraphs(await read(target)));
    if (type === 'chart') {
      const chart = await read(target);
      texts.push(
        ...paragraphs(chart),
        ...blocks(chart, 'c:strCache').flatMap((cache) => blocks(cache, 'c:v').map((value) => decoded(value.replace(/<[^<>]*>/g, '')))),
      );
    }
  }
  const notesPart = relations.find(({ type }) => type === 'notesSlide')?.target;
  const notes =
    notesPart === undefined
      ? []
      : blocks(await read(notesPart), 'p:sp')
          .filter((shape) => placeholder(shape) === 'body')
          .flatMap(paragraphs);
  return {
    isHidden: /<p:sld\b[^>]*\sshow="(?:0|false)"/.test(xml),
    title: titles.join(' '),
    texts,
    notes,
    tables,
    isPictureOnly: /<p:pic\b/.test(xml) && texts.filter((text) => /[\p{L}\p{N}]/u.test(text)).length === titles.length,
  };
}

/** Reads a deck with patterns instead of a parser: slow and crude, but without the mistakes of the parser. */
export async function readRawDeck(bytes: Uint8Array): Promise<RawSlide[]> {
  const zip = await JSZip.loadAsync(bytes);
  const main = (await relationsOf(zip, '/')).find(({ type }) => type === 'officeDocument')?.target ?? 'ppt/presentation.xml';
  const xml = (await zip.file(main)?.async('string')) ?? '';
  const relations = await relationsOf(zip, main);
  const slides: RawSlide[] = [];
  for (const mark of xml.match(/<p:sldId\b[^>]*>/g) ?? []) {
    const target = relations.find(({ id }) => id === attribute(mark, 'r:id'))?.target;
    if (target !== undefined) slides.push(await readSlide(zip, target));
  }
  return slides;
}
