import { knownPages, navigationOf } from './knownAreas';

const words = (...announced: Parameters<typeof navigationOf>) => navigationOf(...announced).map(({ label }) => label);

test("without a registry the sidebar has the specification's entries", () => {
  expect(words([])).toEqual(['Dashboard', 'Study Materials', 'My Folders', 'Quizzes', 'Progress', 'Settings']);
});

test('what a remote announces takes the place of the known entry, in order', () => {
  const entries = navigationOf([
    { label: 'Account', path: '/settings', icon: 'settings', order: 60 },
    { label: 'Groups', path: '/groups', icon: 'groups', order: 35 },
  ]);
  expect(entries.map(({ label }) => label)).toEqual([
    'Dashboard',
    'Study Materials',
    'My Folders',
    'Groups',
    'Quizzes',
    'Progress',
    'Account',
  ]);
});

test('every page of the route table is known', () => {
  expect(knownPages).toHaveLength(18);
  expect(knownPages.filter(({ access }) => access === 'signed-out').map(({ path }) => path)).toEqual([
    '/login',
    '/register',
    '/forgot-password',
    '/reset-password/:token',
    '/verify',
    '/verify-email/:token',
  ]);
});
