/** @jest-environment node */
import { readSettings } from './settings.ts';

test('the defaults', () => {
  expect(readSettings({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    apiUrl: 'http://localhost:8080',
    publicUrl: 'http://localhost:3000',
    supportEmail: 'support@lectern.example',
    registryFile: undefined,
    registryPublicKeyFile: undefined,
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
      REGISTRY_FILE: '/r.json',
      REGISTRY_PUBLIC_KEY_FILE: '/r.pem',
    }),
  ).toEqual({
    port: 4000,
    host: '0.0.0.0',
    apiUrl: 'https://api.example.org/v1',
    publicUrl: 'https://example.org',
    supportEmail: 'help@example.org',
    registryFile: '/r.json',
    registryPublicKeyFile: '/r.pem',
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
