import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RemoteManifest } from '@lectern/platform';
import { knownNavigation, knownPages, navigationOf } from './knownAreas';

const root = join(__dirname, '../..');
/** The manifests of the remotes whose areas the shell knows. A further remote is announced by the registry alone. */
const manifests = ['mf-auth', 'mf-library', 'mf-study', 'mf-billing'].map(
  (remote) => JSON.parse(readFileSync(join(root, remote, 'src/manifest.json'), 'utf8')) as RemoteManifest,
);
const byPath = <T extends { path: string }>(entries: readonly T[]): T[] =>
  [...entries].sort((one, other) => (one.path < other.path ? -1 : 1));

const words = (...announced: Parameters<typeof navigationOf>) => navigationOf(...announced).map(({ label }) => label);

test('without a registry the sidebar has the known entries', () => {
  expect(words([])).toEqual(['Dashboard', 'Study Materials', 'My Folders', 'Quizzes', 'Review', 'Progress', 'Settings']);
});

test('an entry of a manifest replaces the known entry, in order', () => {
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
    'Review',
    'Progress',
    'Account',
  ]);
});

test("the known pages are those of the remotes' manifests, with the same access", () => {
  const announced = manifests.flatMap(({ routes }) =>
    routes.map(({ path, access, isPublic }) => ({ path, access, ...(isPublic && { isPublic }) })),
  );
  expect(announced.length).toBeGreaterThan(0);
  expect(byPath(knownPages)).toEqual(byPath(announced));
});

test("the known sidebar entries are those of the remotes' manifests", () => {
  expect(byPath(knownNavigation)).toEqual(byPath(manifests.flatMap(({ navigation }) => navigation)));
});
