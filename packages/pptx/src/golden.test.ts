import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readDeck } from './readDeck.ts';

const repository = join(__dirname, '../../..');
const folders = [join(repository, '../shared/decks'), join(repository, 'samples')];

// An independent reader: python-pptx for shapes, tables, charts and notes, the raw data part for SmartArt.
const oracle = `
import json, sys
from lxml import etree
from pptx import Presentation
A = '{http://schemas.openxmlformats.org/drawingml/2006/main}'
SKIP = {'SLIDE_NUMBER', 'FOOTER', 'DATE'}
def walk(shapes, out):
    for shape in shapes:
        if shape.shape_type is not None and shape.shape_type == 6:
            walk(shape.shapes, out); continue
        if shape.is_placeholder and shape.placeholder_format.type is not None and shape.placeholder_format.type.name in SKIP: continue
        if shape.has_text_frame: out['body'].append(shape.text_frame.text)
        if getattr(shape, 'has_table', False) and shape.has_table:
            out['table'] += [cell.text for row in shape.table.rows for cell in row.cells]
        if getattr(shape, 'has_chart', False) and shape.has_chart:
            chart = shape.chart
            if chart.has_title: out['chart'].append(chart.chart_title.text_frame.text)
            for plot in chart.plots:
                out['chart'] += [str(category) for category in plot.categories]
                for series in plot.series: out['chart'].append(series.name)
slides = []
for slide in Presentation(sys.argv[1]).slides:
    out = {'body': [], 'table': [], 'chart': [], 'notes': [], 'smartart': []}
    walk(slide.shapes, out)
    for rel in slide.part.rels.values():
        if rel.reltype.endswith('/diagramData'): out['smartart'] += [node.text or '' for node in etree.fromstring(rel.target_part.blob).iter(A + 't')]
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None: out['notes'].append(slide.notes_slide.notes_text_frame.text)
    slides.append({key: ' '.join(value) for key, value in out.items()})
print(json.dumps(slides))
`;

function hasOracle(): boolean {
  try {
    execFileSync('python3', ['-c', 'import pptx'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const words = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const decks = folders
  .filter((folder) => existsSync(folder))
  .flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.pptx'))
      .map((name) => join(folder, name)),
  );
const compares = decks.length > 0 && hasOracle();
if (!compares) console.log('Skipped: the comparison with python-pptx needs python3 with python-pptx, and decks.');

(compares ? describe : describe.skip)('against python-pptx', () => {
  for (const file of decks) {
    it(`finds at least 99 % of the words of ${file.split('/').at(-1) ?? ''}`, async () => {
      const gold = JSON.parse(execFileSync('python3', ['-c', oracle, file], { maxBuffer: 1 << 26 }).toString()) as Record<string, string>[];
      const deck = await readDeck(readFileSync(file));
      expect(deck.slides).toHaveLength(gold.length);
      const counts: Record<string, [number, number]> = {};
      gold.forEach((parts, index) => {
        for (const [part, text] of Object.entries(parts)) {
          const own = new Map<string, number>();
          for (const paragraph of deck.slides[index]?.paragraphs ?? [])
            if (paragraph.part === part) for (const word of words(paragraph.text)) own.set(word, (own.get(word) ?? 0) + 1);
          const count = (counts[part] ??= [0, 0]);
          for (const word of words(text)) {
            const left = own.get(word) ?? 0;
            count[0] += left > 0 ? 1 : 0;
            count[1] += 1;
            own.set(word, left - 1);
          }
        }
      });
      for (const [part, [found, all]] of Object.entries(counts))
        if (all > 0 && found / all < 0.99) throw new Error(`${part}: ${found} of ${all} words`);
    });
  }
});
