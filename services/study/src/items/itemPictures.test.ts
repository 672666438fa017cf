import { internalPaths, type Citation, type Picture } from '@lectern/contracts';
import { DomainError } from '@lectern/service-kit';
import type { StudyContext } from '../StudyContext.ts';
import { withPictures } from './itemPictures.ts';

const picture = (slide: number): Picture => ({
  id: `${'a'.repeat(32)}-${slide}`,
  slide,
  alt: 'A heart',
  width: 100,
  height: 80,
  url: 'http://x/y',
});
const ofSlide = (slide: number): { source: Citation } => ({
  source: { pointer: { kind: 'slide', slide, part: 'body', paragraph: 1 }, quote: 'It pumps.' },
});
const ofText: { source: Citation } = { source: { pointer: { kind: 'text', paragraph: 2 }, quote: 'It pumps.' } };

const setUp = (answer: () => Promise<unknown>) => {
  const asked: unknown[] = [];
  const logged: string[] = [];
  const study: Pick<StudyContext, 'call' | 'log'> = {
    call: async ({ to, path, userId, answer: schema }) => {
      asked.push({ to, path, userId });
      return schema.parse(await answer());
    },
    log: (_level, event) => void logged.push(event),
  };
  return { study, asked, logged };
};

it('gives each item the pictures of its slide', async () => {
  const { study, asked } = setUp(async () => [picture(3), picture(4)]);
  const items = [ofSlide(3), ofSlide(5), ofText, {}];
  const made = await withPictures(study, 'u1', 'm1', items);
  expect(made).toEqual([{ source: { ...ofSlide(3).source, pictures: [picture(3)] } }, ...items.slice(1)]);
  expect(asked).toEqual([{ to: 'library', path: internalPaths.materialPictures('m1'), userId: 'u1' }]);
});

it('gives items of documents the pictures of their page or next to their paragraph, the nearest first', async () => {
  const page = (number: number, place: number): Citation['pointer'] => ({ kind: 'page', page: number, paragraph: 1, place });
  const text = (paragraph: number): Citation['pointer'] => ({ kind: 'text', paragraph, place: paragraph + 50, document: 'a.docx' });
  const at = (pointer: Citation['pointer'], slide: number): Picture => ({ ...picture(slide), pointer });
  const [far, near, other, ofText] = [at(page(3, 20), 3), at(page(3, 26), 3), at(page(4, 30), 4), at(text(3), 3)];
  const { study } = setUp(async () => [picture(3), far, near, other, ofText]);
  const items = [page(3, 25), text(2), text(3), text(4), text(5)].map((pointer) => ({ source: { pointer, quote: 'It pumps.' } }));
  const made = await withPictures(study, 'u1', 'm1', items);
  expect(made.map(({ source }) => ('pictures' in source ? source.pictures : []))).toEqual([[near, far], [], [ofText], [ofText], []]);
});

it('asks for the guide of each item where it is not the same for all', async () => {
  const { study, asked } = setUp(async () => [picture(3)]);
  const items = [
    { ...ofSlide(3), studyMaterialId: 'm1' },
    { ...ofSlide(3), studyMaterialId: 'm2' },
    { ...ofText, studyMaterialId: null },
  ];
  const made = await withPictures(study, 'u1', ({ studyMaterialId }) => studyMaterialId, items);
  expect(made.map(({ source }) => 'pictures' in source)).toEqual([true, true, false]);
  expect(asked).toHaveLength(2);
});

it('asks nothing for items of pasted text and of the learner’s own', async () => {
  const { study, asked } = setUp(async () => []);
  expect(await withPictures(study, 'u1', 'm1', [ofText, {}])).toEqual([ofText, {}]);
  expect(asked).toEqual([]);
});

it.each([
  ['not_found', []],
  ['unavailable', ['pictures.unavailable']],
] as const)('leaves the items as they are when the library answers %s', async (code, events) => {
  const { study, logged } = setUp(async () => {
    throw code === 'unavailable' ? new DomainError(code, 'Away.', { retryAfterSeconds: 2 }) : new DomainError(code, 'Gone.');
  });
  expect(await withPictures(study, 'u1', 'm1', [ofSlide(3)])).toEqual([ofSlide(3)]);
  expect(logged).toEqual(events);
});
