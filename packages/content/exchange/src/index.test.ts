import { exportMarkdown, exportQuiz, renderPage } from './index.ts';

jest.mock('jszip', () => {
  throw new Error('the writer of archives was loaded');
});
jest.mock('micromark', () => {
  throw new Error('the renderer was loaded');
});

test('loads archive and page writers with the first export that needs them', async () => {
  const guide = { title: 'Cells', language: 'en', markdown: 'Cells', marks: [], pictures: [] };
  expect(exportMarkdown(guide)).toMatchObject({ name: 'Cells.md' });
  expect(await exportQuiz({ quiz: { title: 'Cells', questions: [] }, format: 'csv' })).toMatchObject({ name: 'Cells.csv' });
  await expect(renderPage(guide)).rejects.toThrow('the renderer was loaded');
  await expect(exportQuiz({ quiz: { title: 'Cells', questions: [] }, format: 'qti' })).rejects.toThrow('the writer of archives was loaded');
});
