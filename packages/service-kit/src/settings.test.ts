import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings, settingNames, SettingsError } from './settings.ts';

describe('settings', () => {
  it('has the defaults of the contract', () => {
    expect(readSettings({})).toMatchObject({
      SHELL_PORT: 3000,
      GATEWAY_PORT: 8080,
      PUBLIC_URL: 'http://localhost:3000',
      API_URL: 'http://localhost:8080',
      HOST: '127.0.0.1',
      DATA_DIR: '.data',
      RATE_LIMITS: 'on',
    });
  });

  it('moves addresses with their ports', () => {
    expect(readSettings({ SHELL_PORT: '4000', GATEWAY_PORT: '4080' })).toMatchObject({
      PUBLIC_URL: 'http://localhost:4000',
      API_URL: 'http://localhost:4080',
    });
  });

  it.each([
    ['SHELL_PORT', 'abc'],
    ['GATEWAY_PORT', '70000'],
    ['PUBLIC_URL', 'localhost'],
    ['RATE_LIMITS', 'maybe'],
    ['TRUSTED_PROXIES', 'somewhere'],
    ['AUTH_TOKEN_SECRET', 'short'],
    ['SMTP_URL', 'http://mail'],
  ])('refuses %s=%s with one line that names it', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(SettingsError);
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name}: [^\\n]+$`));
  });

  it('needs every secret in production, and keeps rate limits on there', () => {
    expect(() => readSettings({ NODE_ENV: 'production' })).toThrow(/^AUTH_TOKEN_SECRET: /);
    expect(() => readSettings({ NODE_ENV: 'production', RATE_LIMITS: 'off' })).toThrow(/^RATE_LIMITS: /);
  });

  it('stands in .env.example, every name with its default, and nothing else', () => {
    const example = readFileSync(join(__dirname, '..', '..', '..', '.env.example'), 'utf8');
    const lines = [...example.matchAll(/^# ([A-Z][A-Z0-9_]*)=(.*)$/gm)];
    expect(lines.map(([, name]) => name).sort()).toEqual([...settingNames].sort());
    const defaults = readSettings({}) as Record<string, unknown>;
    for (const [, name = '', value = ''] of lines) if (value) expect(String(defaults[name])).toBe(value);
  });
});
