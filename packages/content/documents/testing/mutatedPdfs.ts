import { DocumentError } from '../src/DocumentError.ts';
import { mutate, seededNumbers } from '@lectern/test-servers';
import { pngOf } from '../src/pdf/drawing/pngOf.ts';
import { column, pdfOf } from './pdfs.ts';
import { workedMilliseconds } from '../src/pptx/readDeck.ts';
import { readDocument } from '../src/readDocument.ts';

/**
 * Reads a PDF with the damage of each seed, and prints how often each outcome occurred as JSON. It is a separate program, because unhandled
 * rejections of pdf.js would fail a test even with a listener for them.
 */
const seeds = process.argv.slice(2).map(Number);
const marks = [
  '<<',
  '>>',
  'obj',
  'stream',
  'endstream',
  '1 0 R',
  '/Kids',
  '[',
  '(',
  '\u0000',
  '999999999',
  '-1',
  'xref',
  '/Length 0',
  'BT',
];
const lines = ['The heart pumps the blood through the body.', 'It has four chambers and four valves.'];
/** Maximum CPU milliseconds per document. */
const mostWork = 5_000;

const document = await pdfOf([
  [{ text: 'Heart', top: 60, size: 20 }, ...column(lines, 60, 100), ...column(lines, 320, 100)],
  [
    ...column(lines, 60, 100),
    ...[0, 1, 2, 3].map((cell) => ({ text: `Cell ${String(cell)}`, left: 64 + 60 * (cell % 2), top: cell < 2 ? 212 : 232 })),
  ],
]);
// A ruled table and a picture, for reading drawings.
const page = document.getPage(1);
for (const at of [0, 1, 2]) {
  page.drawLine({ start: { x: 60 + 60 * at, y: 600 }, end: { x: 60 + 60 * at, y: 560 } });
  page.drawLine({ start: { x: 60, y: 600 - 20 * at }, end: { x: 180, y: 600 - 20 * at } });
}
const pixels = new Uint8Array(64 * 64 * 4).map((_, index) => index % 251);
page.drawImage(await document.embedPng(pngOf({ width: 64, height: 64, bytes: pixels })), { x: 60, y: 200, width: 64, height: 64 });
const whole = await document.save({ useObjectStreams: false });
const outcomes: Record<string, number> = {};
for (const seed of seeds) {
  const from = workedMilliseconds();
  const outcome = await readDocument(mutate(whole, seededNumbers(seed), marks), 'x.pdf', workedMilliseconds).then(
    () => 'read',
    (error: unknown) => (error instanceof DocumentError ? error.code : `failed: ${String(error)}`),
  );
  const key = workedMilliseconds() - from < mostWork ? outcome : 'slow';
  outcomes[key] = (outcomes[key] ?? 0) + 1;
}
process.stdout.write(JSON.stringify(outcomes));
