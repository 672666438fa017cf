import { assertRemote, type RemoteManifest } from '@lectern/platform';
import manifest from './manifest.json';
import { remote } from './remote';

test('the remote offers what its manifest promises', () => {
  expect(assertRemote(remote, manifest as RemoteManifest)).toBe(remote);
  expect(remote.routes.map(({ path, access }) => ({ path, access }))).toEqual(
    manifest.routes.map(({ path, access }) => ({ path, access })),
  );
  expect(Object.keys(remote.slots).sort()).toEqual([...manifest.slots].sort());
});

test.each([
  ['/dashboard', 'overview'],
  ['/study-materials', 'study guide list'],
  ['/study-materials/create', 'create guide'],
  ['/study-materials/:id', 'guide detail'],
  ['/folders', 'folder list'],
  ['/folders/:id', 'folder detail'],
])('§2 Routes: %s is signed-in only: %s', async (path) => {
  const route = remote.routes.find((candidate) => candidate.path === path);
  expect(route?.access).toBe('signed-in');
  expect(await route?.load()).toBeInstanceOf(Function);
});
