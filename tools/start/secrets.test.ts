import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@lectern/test-servers';
import { provideRegistryKey, provideSecrets } from './secrets.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('secrets');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});
const inFolder = (name: string) => join(folder, 'secrets', name);

describe('the secrets of this machine', () => {
  it('are made once, readable by their owner only, and set ones win', () => {
    const made = provideSecrets(folder, { INTERNAL_SECRET: 'set by the operators' });
    expect(made).toMatchObject({ INTERNAL_SECRET: 'set by the operators' });
    expect(made['AUTH_TOKEN_SECRET']).toHaveLength(43);
    expect(provideSecrets(folder, { INTERNAL_SECRET: 'set by the operators' })).toEqual(made);
    expect(readdirSync(join(folder, 'secrets')).sort()).toEqual(['AUTH_TOKEN_SECRET', 'STRIPE_WEBHOOK_SECRET']);
    expect(statSync(inFolder('AUTH_TOKEN_SECRET')).mode & 0o077).toBe(0);
    expect(provideRegistryKey(folder, undefined)).toBe(readFileSync(inFolder('registry-key.pem'), 'utf8').trim());
  });

  it.each(['', '\n', 'half'])('are refused in one line that names the file when its content is %j, and are not changed', (content) => {
    mkdirSync(join(folder, 'secrets'));
    for (const name of ['AUTH_TOKEN_SECRET', 'registry-key.pem']) writeFileSync(inFolder(name), content);
    expect(() => provideSecrets(folder, {})).toThrow(`${inFolder('AUTH_TOKEN_SECRET')} is empty or cut off`);
    expect(() => provideRegistryKey(folder, undefined)).toThrow(inFolder('registry-key.pem'));
    expect(readFileSync(inFolder('AUTH_TOKEN_SECRET'), 'utf8')).toBe(content);
  });

  it('are made after an earlier start was interrupted', () => {
    mkdirSync(join(folder, 'secrets'));
    writeFileSync(inFolder(`AUTH_TOKEN_SECRET.${process.pid}.unfinished`), 'ha');
    expect(provideSecrets(folder, {})['AUTH_TOKEN_SECRET']).toHaveLength(43);
  });

  it('include a valid key of the registry', () => {
    const file = join(folder, 'key.pem');
    writeFileSync(file, 'this is no key at all');
    expect(() => provideRegistryKey(folder, file)).toThrow('REGISTRY_KEY_FILE: the file holds no private key (PEM).');
    expect(() => provideRegistryKey(folder, join(folder, 'absent.pem'))).toThrow('REGISTRY_KEY_FILE: the file cannot be read.');
  });
});
