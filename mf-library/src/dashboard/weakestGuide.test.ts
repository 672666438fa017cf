import { weakestGuide } from './weakestGuide';

const titles = new Map(['g1', 'g2', 'g3'].map((id) => [id, `Guide ${id}`]));
const known = (studyMaterialId: string, mastery: number, seen = 5) => ({ studyMaterialId, mastery, seen, items: 10, due: 0 });
const weakestOf = (...all: ReturnType<typeof known>[]) => weakestGuide(titles, new Map(all.map((each) => [each.studyMaterialId, each])));

test('the studied guide with the lowest mastery', () => {
  expect(weakestOf(known('g1', 0.5), known('g2', 0.3), known('g3', 0, 0))).toEqual({ ...known('g2', 0.3), title: 'Guide g2' });
});

test.each([
  ['without guides', []],
  ['if none was studied', [known('g1', 0, 0)]],
  ['if all are mastered', [known('g1', 0.9), known('g2', 1)]],
  ['if it is not among the shown ones', [known('g9', 0.1)]],
])('there is none %s', (_name, all) => {
  expect(weakestOf(...all)).toBeUndefined();
});
