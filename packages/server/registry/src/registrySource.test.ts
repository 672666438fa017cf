import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deploymentOf } from './testing/fixtures.ts';
import { emptyRegistry, numbered, signRegistry, type Registry } from './registry.ts';
import { fileRegistrySource, urlRegistrySource } from './registrySource.ts';

const keys = generateKeyPairSync('ed25519');
const pem = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const registryAt = (version: string): Registry => ({
  ...emptyRegistry,
  microFrontends: { 'lectern/mf-auth': [deploymentOf('mf-auth', version)] },
});
const versionOf = (registry: Registry) => registry.microFrontends['lectern/mf-auth']?.[0]?.metadata.version;

describe('a registry in a file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'lectern-registry-')), 'remotes.json');
  const write = (registry: Registry) => {
    const { bytes, signatures } = signRegistry(registry, keys.privateKey);
    writeFileSync(`${file}.sig`, signatures);
    writeFileSync(file, bytes);
  };
  const lines: string[] = [];
  const source = fileRegistrySource(file, pem, (line) => void lines.push(line));
  beforeEach(() => lines.splice(0));

  test('is read at the first page after it changed', async () => {
    expect(await source.current()).toBe(emptyRegistry);
    expect(await source.document()).toBeUndefined();
    write(registryAt('v1'));
    expect(versionOf(await source.current())).toBe('v1');
    expect(await source.current()).toBe(await source.current());
    write(registryAt('v22'));
    expect(versionOf(await source.current())).toBe('v22');
    expect((await source.document())?.bytes.toString()).toContain('"v22"');
  });

  test('gives no remotes with a wrong signature', async () => {
    write(registryAt('v1'));
    writeFileSync(file, JSON.stringify(registryAt('v3')));
    expect(await source.current()).toBe(emptyRegistry);
    expect(await source.document()).toBeUndefined();
    expect(lines).toEqual(['registry refused: The signature of the registry is not of its bytes.']);
    rmSync(`${file}.sig`);
    expect(await source.current()).toBe(emptyRegistry);
    write(registryAt('v1'));
    expect(versionOf(await source.current())).toBe('v1');
  });

  test('leaves out only a deployment without integrity, with one line', async () => {
    const { metadata: _metadata, ...bare } = deploymentOf('mf-study', 'v1');
    write({ ...registryAt('v1'), microFrontends: { ...registryAt('v1').microFrontends, 'lectern/mf-study': [bare as never] } });
    expect(versionOf(await source.current())).toBe('v1');
    expect((await source.current()).microFrontends['lectern/mf-study']).toEqual([]);
    expect(lines).toEqual([expect.stringMatching(/^deployment refused: lectern\/mf-study, deployment 1: metadata/)]);
  });
});

describe('an older registry with its own good signature, in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-registry-'));
  const file = join(folder, 'remotes.json');
  const write = (version: string, sequence: number | undefined) => {
    const registry = registryAt(version);
    const { bytes, signatures } = signRegistry(sequence === undefined ? registry : numbered(registry, sequence), keys.privateKey);
    writeFileSync(`${file}.sig`, signatures);
    writeFileSync(file, bytes);
  };
  const lines: string[] = [];
  const open = () => fileRegistrySource(file, pem, (line) => void lines.push(line));
  const refused = (sequence: number) =>
    `registry refused, the last one stays: its number is ${String(sequence)}, and 1000 was accepted before`;
  beforeEach(() => {
    rmSync(join(folder, 'accepted.json'), { force: true });
    lines.splice(0);
  });

  test('is ignored, with one line; one with the same or a higher number is accepted', async () => {
    const source = open();
    write('v2', 1_000);
    await source.current();
    for (const sequence of [999, undefined]) {
      write('v1', sequence);
      expect(versionOf(await source.current())).toBe('v2');
      expect((await source.document())?.bytes.toString()).toContain('"v2"');
    }
    expect(lines).toEqual([refused(999), refused(0)]);
    write('v3', 1_000);
    expect(versionOf(await source.current())).toBe('v3');
    write('v44', 1_001);
    expect(versionOf(await source.current())).toBe('v44');
  });

  test('is refused after a restart, too, and gives no remotes, until the accepted number is removed', async () => {
    write('v2', 1_000);
    await open().current();
    write('v1', 999);
    expect(await open().current()).toBe(emptyRegistry);
    expect(lines).toEqual([refused(999)]);
    rmSync(join(folder, 'accepted.json'));
    expect(versionOf(await open().current())).toBe('v1');
  });

  test('without a number is accepted if none with a number was', async () => {
    write('v1', undefined);
    expect(versionOf(await open().current())).toBe('v1');
  });

  test('is accepted if the stored number cannot be read, which a line says', async () => {
    writeFileSync(join(folder, 'accepted.json'), '{}');
    write('v1', 999);
    expect(versionOf(await open().current())).toBe('v1');
    expect(lines).toEqual([`number of the registry not read from ${join(folder, 'accepted.json')}: it holds no number`]);
    expect(readFileSync(join(folder, 'accepted.json'), 'utf8')).toBe('{"sequence":999}\n');
  });
});

describe('a registry at an address', () => {
  const url = 'https://cdn.example/releases/remotes.json';
  let served: { registry: Registry; signatures?: string; cacheControl?: string } | undefined;
  let asked: string[];
  let at: number;
  const lines: string[] = [];
  const answer = (address: string): Response => {
    if (!served) return new Response('', { status: 503 });
    const { bytes, signatures } = signRegistry(served.registry, keys.privateKey);
    if (address !== url) return new Response(served.signatures ?? signatures);
    return new Response(new Uint8Array(bytes), {
      headers: served.cacheControl === undefined ? {} : { 'cache-control': served.cacheControl },
    });
  };
  const open = () =>
    urlRegistrySource({
      url,
      publicKeyPem: pem,
      log: (line) => void lines.push(line),
      now: () => at,
      fetch: (address) => {
        asked.push(String(address));
        return Promise.resolve(answer(String(address)));
      },
    });
  beforeEach(() => {
    served = { registry: registryAt('v1'), cacheControl: 'public, max-age=10' };
    asked = [];
    at = 0;
    lines.splice(0);
  });

  test('is fetched with its signature, and again after its max-age', async () => {
    const source = open();
    expect(versionOf(await source.current())).toBe('v1');
    expect(asked).toEqual([url, `${url}.sig`]);
    served = { registry: registryAt('v2'), cacheControl: 'max-age=30' };
    at = 9_999;
    expect(versionOf(await source.current())).toBe('v1');
    at = 10_000;
    expect((await Promise.all([source.current(), source.current()])).map(versionOf)).toEqual(['v2', 'v2']);
    expect(asked).toHaveLength(4);
    at = 39_999;
    await source.current();
    expect(asked).toHaveLength(4);
  });

  test('is used for ten seconds without a max-age, and for five minutes at most', async () => {
    for (const [cacheControl, seconds] of [
      [undefined, 10],
      ['no-cache', 10],
      ['max-age=0', 1],
      ['max-age=31536000', 300],
    ] as const) {
      served = { registry: registryAt('v1'), ...(cacheControl !== undefined && { cacheControl }) };
      const source = open();
      await source.current();
      const before = asked.length;
      at += seconds * 1_000 - 1;
      await source.current();
      expect(asked).toHaveLength(before);
      at += 1;
      await source.current();
      expect(asked).toHaveLength(before + 2);
    }
  });

  test('stays in use while the host fails, which is asked every five seconds', async () => {
    const source = open();
    await source.current();
    served = undefined;
    at = 10_000;
    expect(versionOf(await source.current())).toBe('v1');
    expect(lines).toEqual([`registry not fetched, the last one stays: ${url} was answered with 503`]);
    at = 14_999;
    await source.current();
    expect(asked).toHaveLength(3);
    served = { registry: registryAt('v2') };
    at = 15_000;
    expect(versionOf(await source.current())).toBe('v2');
  });

  test('is never used without a signature, even if there is no other one; this is logged once', async () => {
    served = { registry: registryAt('v1'), signatures: signRegistry(registryAt('v9'), keys.privateKey).signatures };
    const source = open();
    expect(await source.current()).toBe(emptyRegistry);
    at = 10_000;
    expect(await source.current()).toBe(emptyRegistry);
    expect(lines).toEqual(['registry refused: The signature of the registry is not of its bytes.']);
  });

  test('is not replaced by an older one; this is logged once', async () => {
    served = { registry: numbered(registryAt('v2'), 1_000) };
    const source = open();
    await source.current();
    served = { registry: numbered(registryAt('v1'), 999) };
    for (at = 10_000; at < 50_000; at += 10_000) expect(versionOf(await source.current())).toBe('v2');
    expect(lines).toEqual(['registry refused, the last one stays: its number is 999, and 1000 was accepted before']);
    served = { registry: numbered(registryAt('v3'), 1_001) };
    expect(versionOf(await source.current())).toBe('v3');
  });

  test('gives no remotes without a host', async () => {
    served = undefined;
    expect(await open().current()).toBe(emptyRegistry);
  });
});
