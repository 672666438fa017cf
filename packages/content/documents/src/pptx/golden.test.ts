import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findPythonPackage } from '@lectern/test-servers';
import type { Deck, DeckPart } from './deck.ts';
import { readDeck } from './readDeck.ts';

const repository = join(__dirname, '../../../../..');
const folders = [join(repository, '../shared/decks'), join(repository, 'samples')];

/** A slide as the independent reader (python-pptx) reads it. */
interface GoldSlide {
  hidden: boolean;
  title: string | null;
  /** Texts by part of the slide. */
  texts: Record<Exclude<DeckPart, 'alt'>, string>;
  /** Cells by table, row and column. Covered cells are empty. */
  tables: string[][][];
}

// An independent reader: python-pptx for order, titles, shapes, tables, charts and notes, the raw data part for SmartArt.
const oracle = `
import json, sys
from lxml import etree
from pptx import Presentation
A = '{http://schemas.openxmlformats.org/drawingml/2006/main}'
SKIP = {'SLIDE_NUMBER', 'FOOTER', 'DATE'}
def walk(shapes, out, tables):
    for shape in shapes:
        if shape.shape_type is not None and shape.shape_type == 6:
            walk(shape.shapes, out, tables); continue
        if shape.is_placeholder and shape.placeholder_format.type is not None and shape.placeholder_format.type.name in SKIP: continue
        if shape.has_text_frame: out['body'].append(shape.text_frame.text)
        if getattr(shape, 'has_table', False) and shape.has_table:
            cells = [['' if cell.is_spanned else cell.text for cell in row.cells] for row in shape.table.rows]
            tables.append(cells)
            out['table'] += [cell for row in cells for cell in row]
        if getattr(shape, 'has_chart', False) and shape.has_chart:
            chart = shape.chart
            if chart.has_title: out['chart'].append(chart.chart_title.text_frame.text)
            for plot in chart.plots:
                out['chart'] += [str(category) for category in plot.categories]
                for series in plot.series: out['chart'].append(series.name)
slides = []
for slide in Presentation(sys.argv[1]).slides:
    out = {'body': [], 'table': [], 'chart': [], 'notes': [], 'smartart': []}
    tables = []
    walk(slide.shapes, out, tables)
    for rel in slide.part.rels.values():
        if rel.reltype.endswith('/diagramData'): out['smartart'] += [node.text or '' for node in etree.fromstring(rel.target_part.blob).iter(A + 't')]
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None: out['notes'].append(slide.notes_slide.notes_text_frame.text)
    title = slide.shapes.title
    slides.append({
        'hidden': slide._element.get('show') in ('0', 'false'),
        'title': title.text_frame.text if title is not None else None,
        'texts': {key: ' '.join(value) for key, value in out.items()},
        'tables': tables,
    })
print(json.dumps(slides))
`;

const words = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
const wordsOf = (deck: Deck, slide: number, part: DeckPart): string[] =>
  (deck.slides[slide]?.paragraphs ?? []).filter((one) => one.part === part).flatMap(({ text }) => words(text));

/** Counts the wanted words that were found, with multiplicity. */
function found(wanted: string[], own: string[]): number {
  const left = new Map<string, number>();
  for (const word of own) left.set(word, (left.get(word) ?? 0) + 1);
  return wanted.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  }).length;
}

/** Tables of a slide as words, without empty rows and tables. */
const tablesOf = (tables: string[][][]): string[][][] =>
  tables
    .map((rows) => rows.map((cells) => cells.map((cell) => words(cell).join(' '))).filter((cells) => cells.some((cell) => cell !== '')))
    .filter((rows) => rows.length > 0);

function ownTables(deck: Deck, slide: number): string[][][] {
  const tables = new Map<number, string[][]>();
  for (const { part, table, cells } of deck.slides[slide]?.paragraphs ?? [])
    if (part === 'table' && table !== undefined && cells) tables.set(table, [...(tables.get(table) ?? []), cells]);
  return [...tables.values()];
}

const decks = folders
  .filter((folder) => existsSync(folder))
  .flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.pptx'))
      .map((name) => join(folder, name)),
  );
const reader = findPythonPackage('python-pptx');
if ('missing' in reader) console.log(reader.missing);

('missing' in reader ? describe.skip : describe)('against python-pptx', () => {
  const python = 'missing' in reader ? '' : reader.python;
  describe.each(decks.map((file) => [file.split('/').at(-1) ?? '', file]))('%s', (_name, file) => {
    let gold: GoldSlide[] = [];
    let deck: Deck = { slides: [] };
    beforeAll(async () => {
      gold = JSON.parse(execFileSync(python, ['-c', oracle, file], { maxBuffer: 1 << 26 }).toString()) as GoldSlide[];
      deck = await readDeck(readFileSync(file));
    });

    it('has the same slides in the same order, hidden ones marked, with their titles', () => {
      expect(gold.length).toBeGreaterThan(0);
      expect(deck.slides.map(({ hidden }) => hidden)).toEqual(gold.map(({ hidden }) => hidden));
      const titled = gold.flatMap(({ title }, index) => (title === null || words(title).length === 0 ? [] : [{ title, index }]));
      expect(titled.map(({ index }) => words(deck.slides[index]?.title ?? '').join(' '))).toEqual(
        titled.map(({ title }) => words(title).join(' ')),
      );
    });

    it('gives at least 90 % of the slides with words a title that says something', () => {
      const slides = deck.slides.filter((_, index) => Object.values(gold[index]?.texts ?? {}).some((text) => words(text).length > 0));
      const untitled = slides
        .map(({ title }) => title)
        .filter((title) => !/\p{L}/u.test(title) || title.length > 200 || /^slide \d*$/i.test(title));
      expect(untitled.length <= slides.length * 0.1 ? [] : untitled).toEqual([]);
    });

    it('has at least 99 % of the words of each part', () => {
      for (const part of ['body', 'table', 'chart', 'smartart', 'notes'] as const) {
        const all = gold.flatMap(({ texts }) => words(texts[part])).length;
        const had = gold.reduce((sum, { texts }, index) => sum + found(words(texts[part]), wordsOf(deck, index, part)), 0);
        expect(`${part}: ${had >= all * 0.99 ? 'enough' : `${had} of ${all}`}`).toBe(`${part}: enough`);
      }
    });

    it('has all notes, each on its slide', () => {
      expect(gold.map((_, index) => wordsOf(deck, index, 'notes').join(' '))).toEqual(
        gold.map(({ texts }) => words(texts.notes).join(' ')),
      );
    });

    it('has every cell in its table, row and column', () => {
      expect(gold.map((_, index) => tablesOf(ownTables(deck, index)))).toEqual(gold.map(({ tables }) => tablesOf(tables)));
    });
  });
});
