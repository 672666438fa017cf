import type { RegisteredRemote } from '../PageData';
import { reportLoad } from './reportLoad';

const remote: RegisteredRemote = {
  id: 'mf-auth',
  container: 'mf_auth',
  entry: 'http://one.test/v1/remoteEntry.js',
  fallbackEntry: 'http://one.test/v1/remoteEntry.js',
  integrity: 'sha384-abc',
  version: 'v1',
  manifest: { id: 'mf-auth', contract: 1, routes: [], navigation: [], slots: [] },
  isSplit: false,
};
const sendBeacon = jest.fn();
beforeEach(() => Object.assign(navigator, { sendBeacon }));

test('a failure is always reported, a success only while there is another version; nothing about the visitor', () => {
  reportLoad(remote, 'loaded');
  expect(sendBeacon).not.toHaveBeenCalled();
  reportLoad(remote, 'failed');
  reportLoad({ ...remote, isSplit: true }, 'loaded');
  expect(sendBeacon.mock.calls).toEqual([
    ['/remote-reports', '{"id":"mf-auth","version":"v1","outcome":"failed"}'],
    ['/remote-reports', '{"id":"mf-auth","version":"v1","outcome":"loaded"}'],
  ]);
});
