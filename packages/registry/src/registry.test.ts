import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseDeployments, readRegistry, registrySource, writeRegistry, type Registry } from './registry.ts';

const keys = generateKeyPairSync('ed25519');
const folder = mkdtempSync(join(tmpdir(), 'lectern-registry-'));
const file = join(folder, 'remotes.json');
const manifest = {
  id: 'mf-auth',
  contract: 1,
  routes: [{ path: '/login', access: 'signed-out' as const, screen: 'login' }],
  navigation: [],
  slots: [],
};
const release = {
  name: 'mf-auth',
  version: 'v1',
  container: 'mf_auth',
  entry: 'v1/remoteEntry.js',
  integrity: 'sha384-x',
  manifest,
  routes: {},
};

const write = async (): Promise<Registry> => {
  const distFolder = join(folder, 'dist');
  mkdirSync(distFolder, { recursive: true });
  writeFileSync(join(distFolder, 'release.json'), JSON.stringify(release));
  return writeRegistry({ remotes: [{ id: 'mf-auth', origin: 'http://localhost:3001', distFolder }], file, privateKey: keys.privateKey });
};

describe('the registry', () => {
  it('names each remote’s entry, integrity and routes, and is signed', async () => {
    const written = await write();
    expect(await readRegistry(file, keys.publicKey)).toEqual(written);
    expect(chooseDeployments(written, 0)).toEqual([
      expect.objectContaining({
        id: 'mf-auth',
        entry: 'http://localhost:3001/v1/remoteEntry.js',
        integrity: 'sha384-x',
        version: 'v1',
        manifest,
      }),
    ]);
  });

  it('is refused when a byte of it changed, and the site starts with no remotes', async () => {
    await write();
    writeFileSync(file, readFileSync(file, 'utf8').replace('localhost:3001', 'localhost:3999'));
    await expect(readRegistry(file, keys.publicKey)).rejects.toThrow('signature');
    const lines: string[] = [];
    const pem = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const source = registrySource(file, pem, (line) => void lines.push(line));
    expect(chooseDeployments(await source.current(), 0)).toEqual([]);
    expect(lines[0]).toContain('registry refused');
    await write();
    expect(chooseDeployments(await source.current(), 0)).toHaveLength(1);
  });

  it('is refused when another key signed it', async () => {
    await write();
    await expect(readRegistry(file, generateKeyPairSync('ed25519').publicKey)).rejects.toThrow('signature');
  });

  it('gives each visitor one of several deployments by their share', async () => {
    const written = await write();
    const [first] = written.microFrontends['lectern/mf-auth'] ?? [];
    if (!first) throw new Error('no deployment');
    const canary = { ...first, metadata: { ...first.metadata, version: 'v2' }, deployment: { traffic: 10, default: false } };
    const stable = { ...first, deployment: { traffic: 90, default: true } };
    const registry = { ...written, microFrontends: { 'lectern/mf-auth': [canary, stable] } };
    const versions = Array.from({ length: 100 }, (_, cohort) => chooseDeployments(registry, cohort)[0]?.version);
    expect(versions.filter((version) => version === 'v2')).toHaveLength(10);
  });
});
