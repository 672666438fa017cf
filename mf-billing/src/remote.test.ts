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
