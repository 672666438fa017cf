import { DocumentError } from '../DocumentError.ts';
import { column, pdfBytes } from '../pdf/testing.ts';
import { workedMilliseconds } from '../pptx/readDeck.ts';
import { readDocument } from '../readDocument.ts';
import { mutate, seededNumbers } from './mutate.ts';

/**
 * Reads a damaged PDF many times, and writes how often each outcome was met as JSON. A program of its own: promises of pdf.js that fail unheard
 * would fail a test, whoever listens to them.
 */
const [rounds = '1'] = process.argv.slice(2);
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
/** Processor time that a document may cost, in milliseconds. */
const mostWork = 5_000;

const whole = await pdfBytes([
  [{ text: 'Heart', top: 60, size: 20 }, ...column(lines, 60, 100), ...column(lines, 320, 100)],
  column(lines, 60, 100),
]);
const outcomes: Record<string, number> = {};
for (let round = 1; round <= Number(rounds); round += 1) {
  const from = workedMilliseconds();
  const outcome = await readDocument(mutate(whole, seededNumbers(round), marks), 'x.pdf', workedMilliseconds).then(
    () => 'read',
    (error: unknown) => (error instanceof DocumentError ? error.code : `failed: ${String(error)}`),
  );
  const key = workedMilliseconds() - from < mostWork ? outcome : 'slow';
  outcomes[key] = (outcomes[key] ?? 0) + 1;
}
process.stdout.write(JSON.stringify(outcomes));
