import type { StudyMaterial } from '@lectern/contracts';
import { call, newLearner } from '../support/api.ts';
import { expect, test } from '../support/browser.ts';
import { pdfOf } from '../support/pdfOf.ts';

const heart = pdfOf([
  [
    'The heart',
    'The heart is a muscle that pumps blood through the whole body.',
    'The left ventricle pumps blood into the aorta at high pressure.',
  ],
  [
    'Valves of the heart',
    'The mitral valve lies between the left atrium and the left ventricle.',
    'The tricuspid valve lies between the right atrium and the right ventricle.',
  ],
]);
const notes = '# Rhythm\n\nThe sinus node is the pacemaker of a healthy heart.\n\nIt fires about seventy times a minute at rest.\n';

test('documents are shown before they are sent, make a guide, and its references name their pages', async ({ page }) => {
  const learner = await newLearner();
  await page.addInitScript((token) => localStorage.setItem('token', token), learner.token);
  await page.goto('/study-materials/create');
  await page.getByLabel('Upload a PowerPoint file').setInputFiles([
    { name: 'heart.pdf', mimeType: 'application/pdf', buffer: heart },
    { name: 'rhythm.md', mimeType: '', buffer: Buffer.from(notes) },
  ]);
  await expect(page.getByRole('list', { name: 'First headings of heart.pdf' })).toHaveText('The heartValves of the heart');
  await expect(page.getByText(/^2 pages, \d kB$/)).toBeVisible();
  await expect(page.getByText(/^2 files, \d kB of 50 MB$/)).toBeVisible();
  await page.getByRole('button', { name: 'Generate Guide' }).click();
  await expect(page).toHaveURL(/\/study-materials$/);

  const [listed] = (await call('GET', '/study-materials', { token: learner.token })).body as StudyMaterial[];
  const guide = (await call('GET', `/study-materials/${listed?._id ?? ''}`, { token: learner.token })).body as StudyMaterial;
  expect(guide.sources.map(({ pointer }) => pointer)).toContainEqual(
    expect.objectContaining({ kind: 'page', page: 2, document: 'heart.pdf' }),
  );
  expect(guide.sources.map(({ pointer }) => pointer)).toContainEqual(expect.objectContaining({ kind: 'text', document: 'rhythm.md' }));

  await page.goto(`/study-materials/${guide._id}`);
  await page.getByRole('button', { name: 'Source: heart.pdf, page 2' }).first().click();
  const panel = page.getByRole('dialog', { name: 'Source: heart.pdf, page 2' });
  await expect(panel.getByText(/^The (?:mitral|tricuspid) valve lies/).first()).toBeVisible();
});

test('a document that cannot be read is answered with a sentence, stores nothing and uses no limit', async () => {
  const { token } = await newLearner();
  const send = async (name: string, bytes: Buffer) => {
    const form = new FormData();
    form.append('documents', new File([new Uint8Array(bytes)], name));
    const { status, body } = await call('POST', '/study-materials/unified', { token, form });
    return { status, msg: (body as { msg: string }).msg };
  };
  expect(await send('scan.pdf', pdfOf([[]]))).toEqual({
    status: 422,
    msg: 'This PDF has only pictures of text. Save it with text recognition (OCR), or paste the text.',
  });
  const key = '00'.repeat(32);
  expect(
    await send(
      'secret.pdf',
      pdfOf([['Secret']], { trailer: `/Encrypt<</Filter/Standard/V 1/R 2/O<${key}>/U<${key}>/P -4>>/ID[<00><00>]` }),
    ),
  ).toEqual({
    status: 422,
    msg: 'This file is password-protected. Save it without a password and try again.',
  });
  expect(await send('damaged.pdf', heart.subarray(0, 60))).toEqual({ status: 422, msg: 'This file is damaged and cannot be read.' });
  expect((await send('picture.pdf', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]))).status).toBe(415);
  expect((await call('GET', '/study-materials', { token })).body).toEqual([]);
  expect((await call('GET', '/subscription/limits', { token })).body).toMatchObject({ studyMaterials: { current: 0 } });
});
