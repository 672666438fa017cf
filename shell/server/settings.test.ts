/** @jest-environment node */
import { readSettings } from './settings.ts';

test('the defaults', () => {
  expect(readSettings({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    apiUrl: 'http://localhost:8080',
    publicUrl: 'http://localhost:3000',
    supportEmail: 'support@lectern.example',
    trustedProxies: [],
    registry: undefined,
  });
});

test('every setting; the public address follows the port', () => {
  expect(readSettings({ SHELL_PORT: '4000' }).publicUrl).toBe('http://localhost:4000');
  expect(
    readSettings({
      SHELL_PORT: '4000',
      HOST: '0.0.0.0',
      API_URL: 'https://api.example.org/v1/',
      PUBLIC_URL: 'https://example.org/',
      SUPPORT_EMAIL: 'help@example.org',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      REGISTRY_FILE: '/r.json',
      REGISTRY_PUBLIC_KEY_FILE: '/r.pem',
    }),
  ).toEqual({
    port: 4000,
    host: '0.0.0.0',
    apiUrl: 'https://api.example.org/v1',
    publicUrl: 'https://example.org',
    supportEmail: 'help@example.org',
    trustedProxies: ['10.0.0.0/8', '::1'],
    registry: { file: '/r.json', publicKeyFile: '/r.pem' },
  });
});

test.each(['0', '65536', '80.5', 'http'])('SHELL_PORT=%s stops the start', (port) => {
  expect(() => readSettings({ SHELL_PORT: port })).toThrow(`SHELL_PORT must be a port number, not "${port}".`);
});

test.each(['API_URL', 'PUBLIC_URL'])('%s has to be a web address', (name) => {
  for (const value of ['localhost:8080', 'ftp://example.org', 'javascript:alert(1)'])
    expect(() => readSettings({ [name]: value })).toThrow(
      `${name} must be an address that begins with http:// or https://, not "${value}".`,
    );
});

test('a registry is a file or an address, and needs a key to verify it', () => {
  const key = { REGISTRY_PUBLIC_KEY_FILE: '/r.pem' };
  expect(readSettings({ ...key, REGISTRY_URL: 'https://cdn.example/remotes.json' }).registry).toEqual({
    url: 'https://cdn.example/remotes.json',
    publicKeyFile: '/r.pem',
  });
  expect(() => readSettings({ REGISTRY_FILE: '/r.json' })).toThrow('REGISTRY_PUBLIC_KEY_FILE must be set');
  expect(() => readSettings({ ...key, REGISTRY_FILE: '/r.json', REGISTRY_URL: 'https://cdn.example' })).toThrow('cannot both be set');
});

test('an invalid proxy is named in the error', () => {
  expect(() => readSettings({ TRUSTED_PROXIES: '10.0.0.1, proxy' })).toThrow(
    'TRUSTED_PROXIES must be addresses or networks such as 192.0.2.0/28, not "proxy".',
  );
});
