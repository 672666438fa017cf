import { deckBytes, paragraph as slideParagraph, shape } from '../testing/decks.ts';
import { docxBytes, listed, paragraph, styled, usualStyles } from '../testing/wordDocuments.ts';
import { placeWords } from '@lectern/contracts';
import { DocumentError } from './DocumentError.ts';
import { joinDocuments } from './joinMaterials.ts';
import { column, pdfBytes, pdfOf } from '../testing/pdfs.ts';
import { readDocument } from './readDocument.ts';

const now = (): number => 0;
const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const lines = ['The heart pumps the blood through the body.', 'It has four chambers and four valves.'];

describe('pointers', () => {
  it('into a PDF name the page, and the place in the whole document', async () => {
    const { source } = await readDocument(await pdfBytes([column(lines, 60, 100), column(lines, 60, 100)]), 'heart.pdf', now);
    expect(source.passages.map(({ pointer, text }) => [pointer, text])).toEqual([
      [{ kind: 'page', page: 1, paragraph: 1, place: 1 }, lines.join(' ')],
      [{ kind: 'page', page: 2, paragraph: 1, place: 2 }, lines.join(' ')],
    ]);
    expect(source).toMatchObject({ title: 'heart', language: 'en' });
  });

  it('into a paragraph across pages name the page where each piece begins', async () => {
    const page = Array.from(
      { length: 40 },
      (_each, index) => `the blood flows on through vessel ${String(index)} of the body without an end`,
    );
    const bytes = await pdfBytes([column(page, 60, 120), column(page, 60, 120), column(page, 60, 120)]);
    const { passages } = (await readDocument(bytes, '', now)).source;
    const pages = passages.map(({ pointer }) => (pointer.kind === 'page' ? pointer.page : 0));
    expect(new Set(pages)).toEqual(new Set([1, 2, 3]));
    expect(pages).toEqual(pages.toSorted());
    expect(passages.map(({ text }) => text).join(' ')).toBe([...page, ...page, ...page].join(' '));
  });

  it('into other documents name the document', async () => {
    const docx = await docxBytes({ body: styled('Heart', 'berschrift1') + listed('Atria', 1), styles: usualStyles });
    const { source } = await readDocument(docx, 'notes.docx', now);
    expect(source).toMatchObject({
      title: 'Heart',
      passages: [
        {
          pointer: { kind: 'text', paragraph: 1, document: 'notes.docx', section: { heading: 'Heart', paragraph: 0 } },
          kind: 'title',
          text: 'Heart',
        },
        {
          pointer: { kind: 'text', paragraph: 2, document: 'notes.docx', section: { heading: 'Heart', paragraph: 1 } },
          kind: 'bullet',
          level: 1,
          text: 'Atria',
        },
      ],
    });
    expect((await readDocument(textBytes('# Heart\n\nIt pumps.'), 'heart.md', now)).source.passages[1]).toMatchObject({
      pointer: { kind: 'text', paragraph: 2, document: 'heart.md', section: { heading: 'Heart', paragraph: 1 } },
      text: 'It pumps.',
    });
  });

  it('into several documents have distinct names and places', async () => {
    const pdf = await readDocument(await pdfBytes([column(lines, 60, 100)]), 'a.pdf', now);
    const one = await readDocument(textBytes('One.\n\nTwo.'), 'a.txt', now);
    const joined = joinDocuments([
      { name: 'a.pdf', ...pdf },
      { name: 'a.txt', ...one },
      { name: 'a.txt', ...one },
    ]);
    expect(joined?.source.passages.map(({ pointer }) => pointer)).toEqual([
      { kind: 'page', page: 1, paragraph: 1, place: 1, document: 'a.pdf' },
      { kind: 'text', paragraph: 1, place: 2, document: 'a.txt' },
      { kind: 'text', paragraph: 2, place: 3, document: 'a.txt' },
      { kind: 'text', paragraph: 1, place: 4, document: 'a.txt (2)' },
      { kind: 'text', paragraph: 2, place: 5, document: 'a.txt (2)' },
    ]);
    expect(joinDocuments([])).toBeUndefined();
  });
});

it('count paragraphs below headings, and name parts of a book by number', async () => {
  const text = 'Foreword.\n\n# Chapter 2: The heart\n\nIt pumps.\n\nIt rests.\n\n## Valves [of it]\n\nThey close.';
  const { source } = await readDocument(textBytes(text), 'heart.md', now);
  expect(source.passages.map(({ pointer }) => placeWords(pointer))).toEqual([
    'heart.md, ¶ 1',
    'heart.md, Chapter 2, heading',
    'heart.md, Chapter 2 ¶ 1',
    'heart.md, Chapter 2 ¶ 2',
    'heart.md, Valves (of it), heading',
    'heart.md, Valves (of it) ¶ 1',
  ]);
});

describe('the kind of a file', () => {
  it.each([
    ['UTF-8', textBytes('Blut für das Herz.')],
    ['UTF-8 with a byte order mark', textBytes('\ufeffBlut für das Herz.')],
    ['UTF-16', new Uint8Array(Buffer.from('\ufeffBlut für das Herz.', 'utf16le'))],
    ['Western Windows', new Uint8Array(Buffer.from('Blut für das Herz.', 'latin1'))],
  ])('text in %s is read, whatever its name', async (_encoding, bytes) => {
    expect((await readDocument(bytes, 'x.pdf', now)).source.passages[0]?.text).toBe('Blut für das Herz.');
  });

  it('notes that begin with the two letters of a zip archive are text', async () => {
    const notes = 'PKU is a metabolic disease of the liver.';
    expect((await readDocument(textBytes(notes), 'pku.txt', now)).source.passages[0]?.text).toBe(notes);
  });

  it.each([
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])],
    ['an old .doc', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 1, 2])],
    ['rich text', textBytes('{\\rtf1 text}')],
  ])('%s is refused, whatever its name', async (_kind, bytes) => {
    await expect(readDocument(bytes, 'x.txt', now)).rejects.toMatchObject({ code: 'unsupported-type' });
  });

  it('refuses a presentation and says where it belongs', async () => {
    const deck = await deckBytes({ slides: [shape(slideParagraph('Heart'), 'title')] });
    await expect(readDocument(deck, 'x.docx', now)).rejects.toMatchObject({
      code: 'unsupported-type',
      message: 'This is a presentation, not a document. Please upload it as a PowerPoint file.',
    });
  });

  it('tells an encrypted Office document from an old one', async () => {
    const container = Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]);
    await expect(readDocument(new Uint8Array(container), 'x.docx', now)).rejects.toMatchObject({ code: 'encrypted' });
  });

  it('reports a damaged file as damaged, not as another kind', async () => {
    const pdf = textBytes('%PDF-1.7\nnothing');
    await expect(readDocument(pdf, 'x.txt', now)).rejects.toEqual(new DocumentError('damaged', 'This file is damaged and cannot be read.'));
    const docx = await docxBytes({ body: paragraph('Text') });
    await expect(readDocument(docx.slice(0, 200), 'x.docx', now)).rejects.toMatchObject({ code: 'damaged' });
  });

  it('reports a PDF without a text layer', async () => {
    const empty = await (await pdfOf([[]])).save();
    await expect(readDocument(empty, 'scan.pdf', now)).rejects.toMatchObject({
      code: 'no-text',
      message: 'This PDF has only pictures of text. Save it with text recognition (OCR), or paste the text.',
    });
  });
});
