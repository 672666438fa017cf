import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceOfText } from '@lectern/documents';
import { deckBytes, frame, paragraph, shape } from '@lectern/documents/testing';
import { pdfBytes } from '@lectern/documents/testing/pdfs';
import { docxBytes, listed, paragraph as cell, styled, table, usualStyles } from '@lectern/documents/testing/word-documents';

/** A slide: its title, and either sentences or the rows of a table. */
interface Slide {
  title: string;
  lines: readonly string[];
  rows: readonly (readonly string[])[];
}

const folder = join(import.meta.dirname, '../../packages/content/content-eval/lectures');
/** The English lectures of the evaluation: nursing, computer science and law. */
const lectures = ['acute-kidney-injury.md', 'memory-hierarchy.md', 'trademark-law.md'];

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
const sentencesOf = (text: string): string[] => Array.from(sentences.segment(text), ({ segment }) => segment.trim());
const markup = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The sections of the lectures, each as a title with its sentences, and each table as a slide of its own. */
function sections(): Slide[] {
  const found: { title: string; lines: string[]; rows: string[][] }[] = [];
  const begin = (title: string): (typeof found)[number] => {
    const slide = { title, lines: [], rows: [] };
    found.push(slide);
    return slide;
  };
  for (const name of lectures) {
    let slide = begin(name);
    for (const { kind, text, cells } of sourceOfText(readFileSync(join(folder, name), 'utf8'), name).passages) {
      const isRow = kind === 'row';
      if (kind === 'title') {
        slide = begin(text);
        continue;
      }
      if ((isRow ? slide.lines : slide.rows).length > 0) slide = begin(slide.title);
      if (isRow) slide.rows.push([...(cells ?? [text])]);
      else slide.lines.push(...sentencesOf(text));
    }
  }
  return found.filter(({ lines, rows }) => lines.length + rows.length > 0);
}

/** Divides the lectures into this many slides with different texts, by halving the longest slide until there are enough. */
function slidesOf(count: number): Slide[] {
  const slides = sections();
  while (slides.length < count) {
    const at = slides.reduce((longest, { lines }, index) => (lines.length > (slides[longest]?.lines.length ?? 0) ? index : longest), 0);
    const { title = '', lines = [] } = slides[at] ?? {};
    if (lines.length < 2) throw new Error(`The lectures have too few sentences for ${count} slides.`);
    const middle = Math.ceil(lines.length / 2);
    slides.splice(
      at,
      1,
      { title, lines: lines.slice(0, middle), rows: [] },
      { title: `${title} (continued)`, lines: lines.slice(middle), rows: [] },
    );
  }
  return slides;
}

const tableRow = (cells: readonly string[]): string =>
  `<a:tr>${cells.map((text) => `<a:tc><a:txBody>${paragraph(markup(text))}</a:txBody></a:tc>`).join('')}</a:tr>`;

/** Characters of a line of a page. */
const lineLength = 90;
const wrapped = (text: string): string[] =>
  text.split(' ').reduce<string[]>((lines, word) => {
    const line = lines.at(-1);
    if (line === undefined || line.length + word.length >= lineLength) return [...lines, word];
    return [...lines.slice(0, -1), `${line} ${word}`];
  }, []);

/** Returns one lecture as a .pptx, a PDF and a .docx. Each has the same text on the given number of slides, pages or sections. */
export async function lectureFiles(count: number): Promise<Record<'pptx' | 'pdf' | 'docx', Uint8Array>> {
  const slides = slidesOf(count);
  return {
    pptx: await deckBytes({
      title: 'Three lectures',
      slides: slides.map(({ title, lines, rows }) =>
        [
          shape(paragraph(markup(title)), 'title'),
          lines.length > 0 ? shape(lines.map((line) => paragraph(markup(line))).join(''), '') : '',
          rows.length > 0 ? frame(`<a:tbl>${rows.map(tableRow).join('')}</a:tbl>`) : '',
        ].join(''),
      ),
    }),
    pdf: await pdfBytes(
      slides.map(({ title, lines, rows }) => [
        { text: title, top: 60, size: 18, isBold: true },
        ...[...lines, ...rows.map((cells) => cells.join('   '))].flatMap(wrapped).map((text, index) => ({ text, top: 100 + 14 * index })),
      ]),
      'Three lectures',
    ),
    docx: await docxBytes({
      title: 'Three lectures',
      styles: usualStyles,
      body: slides
        .map(({ title, lines, rows }) =>
          [
            styled(markup(title), 'berschrift1'),
            ...lines.map((line) => listed(markup(line))),
            rows.length > 0 ? table(rows.map((cells) => cells.map((text) => cell(markup(text))))) : '',
          ].join(''),
        )
        .join(''),
    }),
  };
}
