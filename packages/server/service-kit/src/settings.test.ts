import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openaiSettings, readSettings, serviceOrigins, settingNames, SettingsError } from './settings.ts';

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

  it('has the addresses of services on this machine, or those that are set', () => {
    expect(serviceOrigins(readSettings({ STUDY_SERVICE_PORT: '9083', AUTH_SERVICE_URL: 'http://auth:8081/' }))).toMatchObject({
      auth: 'http://auth:8081',
      study: 'http://127.0.0.1:9083',
    });
  });

  it('derives addresses from changed ports', () => {
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
    ['MONGODB_URL', 'localhost:27017'],
    ['MONGODB_URL', 'mongodb://a b'],
    ['MONGODB_URL', 'mongodb://'],
    ['OPENAI_PRICE_INPUT', '-1'],
    ['OPENAI_PRICE_OUTPUT', 'cheap'],
    ['OPENAI_PRICE_OUTPUT', '1e3'],
    ['OPENAI_CONTEXT_TOKENS', '3999'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['DRAIN_SECONDS', '-1'],
    ['DRAIN_SECONDS', 'soon'],
    ['OPENAI_CONTEXT_TOKENS', '8000.5'],
    ['RELEASE_STORE', 'ftp://host/releases'],
    ['RELEASE_STORE', 's3://'],
    ['OBJECT_STORE_URL', 's3://'],
    ['OBJECT_STORE_URL', 'https://bucket.example/pictures'],
    ['SOFFICE_PATH', 'soffice'],
    ['SOFFICE_PATH', '/nowhere/soffice'],
    ['SOFFICE_PATH', '/tmp'],
    ['RELEASES_URL', 'cdn.example'],
    ['RELEASES_KEPT', '0'],
    ['REGISTRY_URL', '/remotes.json'],
    ['RELEASE_STORE', 'https://host/releases'],
  ])('refuses %s=%s with one line that names it', (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(SettingsError);
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name}: [^\\n]+$`));
  });

  it.each([
    'mongodb://127.0.0.1:27017',
    'mongodb://me:p%40ss@a.example:27017,b.example:27018,c.example/lectern?replicaSet=rs0&tls=true',
    'mongodb+srv://me:secret@cluster.example/?retryWrites=true',
  ])('takes the connection string %s', (MONGODB_URL) => {
    expect(readSettings({ MONGODB_URL }).MONGODB_URL).toBe(MONGODB_URL);
  });

  it('has model settings with a key or a base address, with prices if they are set', () => {
    expect(openaiSettings(readSettings({ OPENAI_PRICE_INPUT: '1' }))).toBeUndefined();
    expect(openaiSettings(readSettings({ OPENAI_API_KEY: 'k' }))).toEqual({
      apiKey: 'k',
      model: 'gpt-5-mini',
      contextTokens: 128_000,
      maxCalls: 4,
    });
    expect(
      openaiSettings(
        readSettings({
          OPENAI_BASE_URL: 'http://localhost:11434/v1',
          OPENAI_PRICE_INPUT: '0',
          OPENAI_PRICE_OUTPUT: '2.75',
          OPENAI_CONTEXT_TOKENS: '4000',
        }),
      ),
    ).toEqual({
      baseURL: 'http://localhost:11434/v1',
      model: 'gpt-5-mini',
      contextTokens: 4_000,
      maxCalls: 1,
      temperature: 0.4,
      inputPricePerMillion: 0,
      outputPricePerMillion: 2.75,
    });
    expect(openaiSettings(readSettings({ OPENAI_BASE_URL: 'https://models.example/v1' }))).toMatchObject({
      contextTokens: 32_000,
      maxCalls: 4,
    });
    expect(() => readSettings({ GENERATION_DEADLINE_S: '166' })).toThrow(/^GENERATION_DEADLINE_S: /);
  });

  it('requires RELEASES_URL for a store that is no folder, and REGISTRY_PUBLIC_KEY_FILE with REGISTRY_URL', () => {
    expect(() => readSettings({ RELEASE_STORE: 's3://bucket/releases' })).toThrow(/^RELEASES_URL: /);
    expect(() => readSettings({ REGISTRY_URL: 'https://cdn.example/remotes.json' })).toThrow(/^REGISTRY_PUBLIC_KEY_FILE: /);
    expect(readSettings({ RELEASE_STORE: 's3://bucket/releases/', RELEASES_URL: 'https://cdn.example/r/' })).toMatchObject({
      RELEASE_STORE: 's3://bucket/releases',
      RELEASES_URL: 'https://cdn.example/r',
    });
    expect(readSettings({ DATA_DIR: '/data' }).RELEASE_STORE).toBe('/data/releases');
    expect(readSettings({ DATA_DIR: '/data' }).OBJECT_STORE_URL).toBe('/data/objects');
    expect(readSettings({ SOFFICE_PATH: process.execPath }).SOFFICE_PATH).toBe(process.execPath);
    expect(readSettings({ SOFFICE_PATH: 'off' }).SOFFICE_PATH).toBe('off');
    expect(readSettings({ OBJECT_STORE_URL: 's3://bucket/pictures/' }).OBJECT_STORE_URL).toBe('s3://bucket/pictures');
  });

  it('requires every secret in production, and refuses RATE_LIMITS=off there', () => {
    expect(() => readSettings({ NODE_ENV: 'production' })).toThrow(/^AUTH_TOKEN_SECRET: /);
    expect(() => readSettings({ NODE_ENV: 'production' }, ['SMTP_URL'])).toThrow(/^SMTP_URL: /);
    expect(readSettings({ NODE_ENV: 'production' }, []).NODE_ENV).toBe('production');
    expect(() => readSettings({ NODE_ENV: 'production', RATE_LIMITS: 'off' })).toThrow(/^RATE_LIMITS: /);
  });

  it('has the same names and defaults as .env.example', () => {
    const example = readFileSync(join(__dirname, '..', '..', '..', '..', '.env.example'), 'utf8');
    const lines = [...example.matchAll(/^# ([A-Z][A-Z0-9_]*)=(.*)$/gm)];
    expect(lines.map(([, name]) => name).sort()).toEqual([...settingNames].sort());
    const defaults = readSettings({}) as Record<string, unknown>;
    for (const [, name = '', value = ''] of lines) if (value) expect(String(defaults[name])).toBe(value);
  });
});
