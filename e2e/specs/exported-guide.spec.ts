import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { StudyMaterial } from '@lectern/contracts';
import { temporaryFolder } from '@lectern/test-servers';
import { call, fileForm, newLearner, theSite } from '../support/api.ts';
import { violationsOf } from '../support/axe.ts';
import { expect, test } from '../support/browser.ts';
import { deckOf, pngOf } from '../support/pictureDeck.ts';

const lines = [
  'The heart has four chambers that pump blood through the body',
  'The left ventricle pumps blood into the aorta at high pressure',
  'The mitral valve lies between the left atrium and the left ventricle',
  'The sinus node sets the rate of a healthy heart',
];
const columns = ['Chamber', 'Pressure', 'Wall', 'Valve', 'Vessel', 'Blood', 'Position', 'Electrocardiogram'];
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
/** A table that is wider than a phone. */
const table = [row(columns), row(columns.map(() => '---')), row(columns.map((name) => `${name}-of-the-left-ventricle`))].join('\n');

test('a guide that was exported as HTML opens without network, shows all of it, and axe finds no violation', async ({ page, context }) => {
  const { token } = await newLearner();
  const deck = deckOf([
    { title: 'The heart', lines, picture: 'A heart cut open', file: pngOf(640, 480) },
    { title: 'Valves', picture: 'The mitral valve', file: pngOf(320, 400) },
  ]);
  const made = await call('POST', '/study-materials/unified', { token, form: fileForm(deck) });
  expect(made.status).toBe(201);
  const { _id, processedContent } = made.body as StudyMaterial;
  const content = `${processedContent.markdownContent}\n\n## Chambers\n\n${table}\n\n1. An ordered list\n   - with an inner one\n\n- [x] A task\n\n\`pressure = flow × resistance\`\n\nSee <https://example.org/>.\n`;
  expect((await call('PUT', `/study-materials/${_id}`, { token, body: { content } })).status).toBe(200);
  const marks = [{ _id: 'mark-1', quote: 'four chambers', before: '', after: '', colour: 'green', note: 'Asked in May.' }];
  expect((await call('PUT', `/study-materials/${_id}/marks`, { token, body: marks })).status).toBe(200);
  const exported = await fetch(`${theSite().api}/study-materials/${_id}/export?format=html`, { headers: { 'x-auth-token': token } });
  expect(exported.status).toBe(200);
  const file = join(temporaryFolder('lectern-guide-'), 'guide.html');
  writeFileSync(file, Buffer.from(await exported.arrayBuffer()));

  await context.setOffline(true);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  expect(await page.locator('img').evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth))).toEqual([640, 320]);
  await expect(page.getByText(/\(slide 1\)/).first()).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Electrocardiogram' })).toBeAttached();
  await expect(page.getByText('Asked in May.')).toBeVisible();
  for (const width of [360, 1_280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      expect(await violationsOf(page), `${String(width)} px, ${colorScheme}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  expect(requests.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([]);
});
