/** @jest-environment node */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { offerOverrides, readDevelopment } from './development.ts';

test('a list of remotes with their addresses', () => {
  expect(readDevelopment('mf-study=http://localhost:9103/remoteEntry.js,mf-auth=http://localhost:1/a?b=c', undefined)).toEqual({
    'mf-study': 'http://localhost:9103/remoteEntry.js',
    'mf-auth': 'http://localhost:1/a?b=c',
  });
});

test('a name with digits, as new parts may have', () => {
  expect(readDevelopment('mf-unit-2=http://localhost:9105/remoteEntry.js', undefined)).toEqual({
    'mf-unit-2': 'http://localhost:9105/remoteEntry.js',
  });
});

test.each(['mf-study', 'study=http://localhost:1/', 'mf-study=nowhere', ''])('"%s" is refused', (value) => {
  expect(() => readDevelopment(value, 'development')).toThrow('LECTERN_DEVELOPMENT must be a list');
});

test('never in production', () => {
  expect(() => readDevelopment('mf-study=http://localhost:9103/remoteEntry.js', 'production')).toThrow(
    'LECTERN_DEVELOPMENT: cannot be set with NODE_ENV=production.',
  );
});

test('reads the manifest of the source, and logs one that cannot be read', async () => {
  const manifest = { id: 'mf-study', contract: 1, routes: [], navigation: [], slots: [] };
  const server: Server = createServer((_request, response) => response.end(JSON.stringify(manifest)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const entry = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/remoteEntry.js`;
  const log = jest.fn();
  expect(await offerOverrides({ 'mf-study': entry }, log)).toEqual([{ id: 'mf-study', entry, manifest }]);
  expect(log).not.toHaveBeenCalled();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(await offerOverrides({ 'mf-study': entry }, log)).toEqual([{ id: 'mf-study', entry }]);
  expect(log).toHaveBeenCalledWith(expect.stringMatching(/^mf-study has no manifest at its development server: /));
});
