import type { RegisteredRemote } from '../PageData';
import { reportFailure } from './reportFailure';

const remote: RegisteredRemote = {
  id: 'mf-auth',
  container: 'mf_auth',
  entry: 'http://one.test/v1/remoteEntry.js',
  integrity: 'sha384-abc',
  version: 'v1',
  manifest: { id: 'mf-auth', contract: 1, routes: [], navigation: [], slots: [] },
  isSplit: false,
};
const sendBeacon = jest.fn();
beforeEach(() => Object.assign(navigator, { sendBeacon }));

test('a failure is reported, and nothing about the visitor', () => {
  reportFailure(remote, 'failed');
  expect(sendBeacon.mock.calls).toEqual([['/remote-reports', '{"id":"mf-auth","version":"v1","outcome":"failed"}']]);
});
