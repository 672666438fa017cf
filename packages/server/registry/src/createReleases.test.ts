import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineFor, startS3 } from '@lectern/test-servers';
import { readStoredRegistry } from './changeRegistry.ts';
import { integrityOf, writeBuild } from './testing/fixtures.ts';
import { registryName } from './Deployment.ts';
import { signRegistry, type Registry } from './registry.ts';
import { createReleases, type Releases } from './createReleases.ts';
import { folderStore } from './store/folderStore.ts';
import { openReleaseStore } from './store/openReleaseStore.ts';
import type { ReleaseStore } from './store/ReleaseStore.ts';

const keys = generateKeyPairSync('ed25519');
const base = 'http://localhost:3003/';
const folder = mkdtempSync(join(tmpdir(), 'lectern-releases-'));
afterAll(() => rmSync(folder, { recursive: true }));

let store: ReleaseStore;
let releases: Releases;
let hour: number;
const open = (over: ReleaseStore, kept = 5) =>
  createReleases({ store: over, privateKey: keys.privateKey, kept, now: () => new Date(Date.UTC(2026, 0, 1, hour++)) });
beforeEach(() => {
  hour = 0;
  store = folderStore(mkdtempSync(join(folder, 'store-')));
  releases = open(store);
});

const build = async (version: string, id = 'mf-study') => ({ id, distFolder: await writeBuild(folder, id, version), base });
const release = async (version: string, options?: { canary: number }) => releases.release(await build(version), options);
const pointers = async (id = 'mf-study') =>
  ((await readStoredRegistry(store, keys.publicKey)).registry.microFrontends[registryName(id)] ?? []).map(
    ({ url, metadata, deployment }) => [metadata.version, deployment.traffic, deployment.default, url],
  );
const current = async (id?: string) => (await pointers(id))[0]?.[0];
const inStore = async (version: string) => (await store.read(`mf-study/${version}/page.js`)) !== undefined;

describe('a release', () => {
  test('is in the store with all files of the build, and everybody gets it', async () => {
    expect(await release('v1')).toEqual({ version: 'v1', files: 5, added: 5, current: 'v1', removed: [] });
    expect((await store.read('mf-study/v1/fonts/inter.woff2'))?.bytes.toString()).toBe('fonts/inter.woff2 of v1');
    expect(await store.read('mf-study/v1/remoteEntry.js.map')).toBeDefined();
    expect(await pointers()).toEqual([['v1', 100, true, 'http://localhost:3003/v1/remoteEntry.js']]);
    const { registry } = await readStoredRegistry(store, keys.publicKey);
    expect(registry.microFrontends['lectern/mf-study']?.[0]).toMatchObject({
      metadata: { integrity: integrityOf('v1'), version: 'v1' },
      extras: { container: 'mf_study', routes: { '/mf-study': [{ file: 'v1/page.js' }] } },
    });
  });

  test('is written once: the same version again adds nothing, and overwrites nothing', async () => {
    await release('v1');
    await writeFile(join(folder, 'mf-study-v1', 'v1', 'page.js'), 'something else');
    expect(await releases.release({ id: 'mf-study', distFolder: join(folder, 'mf-study-v1') })).toEqual({
      version: 'v1',
      files: 5,
      added: 0,
      current: 'v1',
      removed: [],
    });
    expect((await store.read('mf-study/v1/page.js'))?.bytes.toString()).toBe('page.js of v1');
  });

  test('an interrupted release is completed by the next try, and was never in the registry', async () => {
    const { distFolder } = await build('v1');
    const seen: string[] = [];
    const failing: ReleaseStore = {
      ...store,
      create: (key, bytes) => {
        seen.push(key);
        return seen.length === 3 ? Promise.reject(new Error('the line went dead')) : store.create(key, bytes);
      },
    };
    await expect(open(failing).release({ id: 'mf-study', distFolder, base })).rejects.toThrow('the line went dead');
    expect(await store.read('mf-study/v1/release.json')).toBeUndefined();
    expect(await pointers()).toEqual([]);
    expect(await releases.release({ id: 'mf-study', distFolder, base })).toMatchObject({ version: 'v1', files: 5 });
    expect(await inStore('v1')).toBe(true);
    expect(await current()).toBe('v1');
  });

  test('names the version before it, and keeps the remote’s address', async () => {
    await release('v1');
    const { distFolder } = await build('v2');
    expect(await releases.release({ id: 'mf-study', distFolder })).toMatchObject({ current: 'v2', before: 'v1' });
    expect(await pointers()).toEqual([['v2', 100, true, 'http://localhost:3003/v2/remoteEntry.js']]);
    expect(await inStore('v1')).toBe(true);
  });

  test('a folder without a build, or with another remote’s, is refused with a sentence', async () => {
    await expect(releases.release({ id: 'mf-study', distFolder: join(folder, 'nowhere'), base })).rejects.toThrow(
      'There is no build of mf-study',
    );
    const { distFolder } = await build('v1', 'mf-auth');
    await expect(releases.release({ id: 'mf-study', distFolder, base })).rejects.toThrow('holds a build of mf-auth, not of mf-study');
  });

  test('of several remotes at the same moment: none is lost', async () => {
    const ids = ['mf-a', 'mf-b', 'mf-c', 'mf-d', 'mf-e', 'mf-f'];
    const builds = await Promise.all(ids.map((id) => build('v1', id)));
    await Promise.all(builds.map((each) => open(store).release(each)));
    for (const id of ids) expect(await current(id)).toBe('v1');
  });

  test('a registry that another key signed is not changed', async () => {
    await release('v1');
    const stranger = createReleases({
      store,
      privateKey: generateKeyPairSync('ed25519').privateKey,
      kept: 5,
      now: () => new Date(0),
    });
    await expect(stranger.release(await build('v2'))).rejects.toThrow('The signature of the registry is not of its bytes.');
    expect(await current()).toBe('v1');
  });
});

describe('releases that are kept', () => {
  test('the one before the current one, even if fewer are to be kept', async () => {
    releases = open(store, 1);
    for (const version of ['v1', 'v2', 'v3']) await release(version);
    expect(await Promise.all(['v1', 'v2', 'v3'].map(inStore))).toEqual([false, true, true]);
    expect(await releases.rollback('mf-study')).toMatchObject({ version: 'v2' });
  });

  test('as many releases as are to be kept, and those in the registry', async () => {
    releases = open(store, 2);
    await release('v1');
    await release('v2', { canary: 10 });
    await release('v3', { canary: 10 });
    expect(await release('v4', { canary: 10 })).toMatchObject({ current: 'v1', removed: ['v2'] });
    expect(await Promise.all(['v1', 'v2', 'v3', 'v4'].map(inStore))).toEqual([true, false, true, true]);
    expect(await store.read('mf-study/v2/release.json')).toBeUndefined();
    expect((await releases.list()).map(({ version, role, traffic }) => [version, role, traffic])).toEqual([
      ['v4', 'canary', 10],
      ['v3', 'kept', 0],
      ['v1', 'current', 90],
    ]);
    await expect(releases.rollback('mf-study', 'v2')).rejects.toThrow('mf-study v2 is not in the store');
  });
});

describe('a rollback', () => {
  test('leads to the release before, and further, by one write of the registry each', async () => {
    for (const version of ['v1', 'v2', 'v3']) await release(version);
    const writes: string[] = [];
    const counting: ReleaseStore = {
      ...store,
      replace: (key, ...rest) => {
        writes.push(key);
        return store.replace(key, ...rest);
      },
      create: (key) => Promise.reject(new Error(`${key} was written`)),
    };
    expect(await open(counting).rollback('mf-study')).toEqual({ version: 'v2', before: 'v3', removed: [] });
    expect(writes).toEqual(['remotes.json.sig', 'remotes.json']);
    expect(await pointers()).toEqual([['v2', 100, true, 'http://localhost:3003/v2/remoteEntry.js']]);
    expect(await releases.rollback('mf-study')).toMatchObject({ version: 'v1', before: 'v2' });
    await expect(releases.rollback('mf-study')).rejects.toThrow('There is no release of mf-study before v1.');
  });

  test('leads to a named version, also forward again; the version before it stays the same', async () => {
    for (const version of ['v1', 'v2', 'v3']) await release(version);
    expect(await releases.rollback('mf-study', 'v1')).toMatchObject({ version: 'v1', before: 'v3' });
    expect(await releases.rollback('mf-study', 'v3')).toMatchObject({ version: 'v3' });
    expect(await releases.rollback('mf-study')).toMatchObject({ version: 'v1' });
  });

  test('is followed by the next release in the history', async () => {
    for (const version of ['v1', 'v2']) await release(version);
    await releases.rollback('mf-study');
    await release('v3');
    expect(await releases.rollback('mf-study')).toMatchObject({ version: 'v1', before: 'v3' });
  });

  test('names a remote that was never released, and an unknown version', async () => {
    await expect(releases.rollback('mf-study')).rejects.toThrow('The registry has no mf-study: release it first.');
    await release('v1');
    await expect(releases.rollback('mf-study', 'v7')).rejects.toThrow('mf-study v7 is not in the store');
  });
});

/** Changes a file of the store as somebody would who can write to it and has no key. */
const tamper = async (key: string, change: (text: string) => string): Promise<void> => {
  const found = await store.read(key);
  if (!found) throw new Error(`There is no ${key}.`);
  await store.replace(key, Buffer.from(change(found.bytes.toString())), found.mark);
};

describe('somebody who can write to the store and has no key', () => {
  test('gets no other script signed by a rollback', async () => {
    for (const version of ['v1', 'v2']) await release(version);
    await tamper('mf-study/v1/release.json', (text) => text.replaceAll(integrityOf('v1'), integrityOf('mine')));
    await expect(releases.rollback('mf-study')).rejects.toThrow('mf-study v1 in the store is not what was released');
    await expect(releases.rollback('mf-study', 'v1')).rejects.toThrow('mf-study v1 in the store is not what was released');
    expect(await current()).toBe('v2');
    // The next release of that version puts its own description back.
    await release('v1');
    await release('v2');
    expect(await releases.rollback('mf-study')).toMatchObject({ version: 'v1' });
  });

  test('gets no version signed that was never released', async () => {
    await release('v1');
    const list = (await store.read('mf-study/v1/release.json'))?.bytes.toString() ?? '';
    await store.create('mf-study/v9/release.json', Buffer.from(list.replaceAll('v1', 'v9')));
    await expect(releases.rollback('mf-study', 'v9')).rejects.toThrow('mf-study v9 is not in the store');
  });

  test.each([
    ['leads out of it', '["../../../outside/precious.js", "page.js"]'],
    ['is no list', '{}'],
  ])('has nothing deleted outside of the store by a list of files that %s', async (_, files) => {
    const outside = join(store.name, '..', 'outside');
    mkdirSync(outside, { recursive: true });
    writeFileSync(join(outside, 'precious.js'), 'x');
    releases = open(store, 1);
    for (const version of ['v1', 'v2']) await release(version);
    await tamper('mf-study/v1/release.json', (text) => text.replace(/"files": \[[^\]]*\]/, `"files": ${files}`));
    expect(await release('v3')).toMatchObject({ removed: ['v1'] });
    expect(existsSync(join(outside, 'precious.js'))).toBe(true);
  });
});

describe('a build from elsewhere', () => {
  const changed = async (version: string, change: object) => {
    const made = await build(version);
    const list = join(made.distFolder, 'release.json');
    writeFileSync(list, JSON.stringify({ ...(JSON.parse(readFileSync(list, 'utf8')) as object), ...change }));
    return made;
  };

  test.each([
    ['a version that is a path', { version: '../mf-study-v1/v1' }],
    ['an entry of another version', { entry: 'v0/remoteEntry.js' }],
    ['an entry of another host', { entry: 'https://evil.example/remoteEntry.js' }],
    ['no integrity value', { integrity: 'none' }],
    ['another remote’s manifest', { manifest: { id: 'mf-auth', contract: 1, routes: [], navigation: [], slots: [] } }],
  ])('with %s is refused, and nothing of it is stored', async (_, change) => {
    await expect(releases.release(await changed('v5', change))).rejects.toThrow(/holds no valid build of mf-study/);
    expect(readdirSync(store.name)).toEqual([]);
  });

  test('whose folder is a link to another folder is refused: its files would be published', async () => {
    const made = await build('v6');
    const secrets = mkdtempSync(join(folder, 'secrets-'));
    writeFileSync(join(secrets, 'id.json'), 'a private key');
    rmSync(join(made.distFolder, 'v6'), { recursive: true });
    symlinkSync(secrets, join(made.distFolder, 'v6'));
    await expect(releases.release(made)).rejects.toThrow(/holds no valid build of mf-study/);
    expect(readdirSync(store.name)).toEqual([]);
  });
});

describe('the number of the registry', () => {
  const numberNow = async () => (await readStoredRegistry(store, keys.publicKey)).sequence;
  const at = (hours: number) => Date.UTC(2026, 0, 1, hours);

  test('is higher with each write, also of a rollback, and stays the same without a write', async () => {
    expect(await numberNow()).toBe(0);
    await release('v1');
    const seen = [await numberNow()];
    await release('v2', { canary: 5 });
    seen.push(await numberNow());
    await releases.promote('mf-study');
    seen.push(await numberNow());
    await releases.rollback('mf-study');
    seen.push(await numberNow());
    await releases.start([await build('v2')], () => undefined);
    expect(await numberNow()).toBe(seen.at(-1));
    expect(seen).toEqual([...new Set(seen)].sort((one, other) => one - other));
  });

  test('grows by one while a clock is behind', async () => {
    hour = 100;
    await release('v1');
    const ahead = await numberNow();
    expect(ahead).toBe(at(101));
    hour = 0;
    await release('v2');
    expect(await numberNow()).toBe(ahead + 1);
  });

  test('continues a store without numbers, and one that was restored from a copy', async () => {
    await release('v1');
    const { registry } = await readStoredRegistry(store, keys.publicKey);
    const unnumbered = JSON.parse(JSON.stringify(registry, (key, value: unknown) => (key === 'sequence' ? undefined : value))) as Registry;
    const { bytes, signatures } = signRegistry(unnumbered, keys.privateKey);
    const putBack = async () => {
      await store.replace('remotes.json.sig', Buffer.from(signatures), (await store.read('remotes.json.sig'))?.mark);
      await store.replace('remotes.json', bytes, (await store.read('remotes.json'))?.mark);
    };
    await putBack();
    expect(await numberNow()).toBe(0);
    await release('v2');
    const known = await numberNow();
    await putBack();
    // The version that it points to, once more: nothing but the number changes.
    expect(await releases.rollback('mf-study', 'v1')).toMatchObject({ version: 'v1' });
    expect(await numberNow()).toBeGreaterThan(known);
  });
});

test('the service worker stays off over releases and rollbacks, until it is turned on', async () => {
  const state = async () => (await readStoredRegistry(store, keys.publicKey)).registry.serviceWorker;
  await expect(releases.setServiceWorker(false)).rejects.toThrow('Nothing was released yet.');
  await release('v1');
  expect(await state()).toBeUndefined();
  await releases.setServiceWorker(false);
  expect(await state()).toBe('off');
  await release('v2', { canary: 5 });
  await releases.promote('mf-study');
  await releases.rollback('mf-study');
  expect(await state()).toBe('off');
  await releases.setServiceWorker(true);
  expect(await state()).toBeUndefined();
});

describe('a canary', () => {
  test('gets a share beside the current release, a larger share, and is promoted', async () => {
    await release('v1');
    expect(await release('v2', { canary: 5 })).toMatchObject({ version: 'v2', current: 'v1', canary: 5 });
    await release('v2', { canary: 25 });
    expect((await pointers()).map((each) => each.slice(0, 3))).toEqual([
      ['v1', 75, true],
      ['v2', 25, false],
    ]);
    expect(await releases.promote('mf-study')).toEqual({ version: 'v2', before: 'v1', removed: [] });
    expect((await pointers()).map((each) => each.slice(0, 3))).toEqual([['v2', 100, true]]);
    expect(await releases.rollback('mf-study')).toMatchObject({ version: 'v1' });
  });

  test('is a new canary after each release', async () => {
    await release('v1');
    const since = async () => (await releases.list()).find(({ role }) => role === 'canary')?.since;
    await release('v2', { canary: 5 });
    const first = await since();
    await release('v2', { canary: 5 });
    expect(await since()).not.toBe(first);
  });

  test('is ended by a rollback first', async () => {
    for (const version of ['v1', 'v2']) await release(version);
    await release('v3', { canary: 5 });
    expect(await releases.rollback('mf-study')).toMatchObject({ version: 'v2', before: 'v3' });
    expect((await pointers()).map((each) => each.slice(0, 3))).toEqual([['v2', 100, true]]);
    expect(await releases.rollback('mf-study')).toMatchObject({ version: 'v1' });
  });

  test('needs another version beside it; everybody gets a first release', async () => {
    expect(await release('v1', { canary: 5 })).toEqual({ version: 'v1', files: 5, added: 5, current: 'v1', removed: [] });
    await expect(release('v1', { canary: 5 })).rejects.toThrow('mf-study v1 is what everybody gets already.');
    await expect(releases.promote('mf-study')).rejects.toThrow('mf-study has no canary to promote.');
  });
});

describe('a start of the site', () => {
  const start = async (version: string, at = base) => releases.start([{ ...(await build(version)), base: at }], () => undefined);

  test('releases builds that differ from the last release', async () => {
    expect(await start('v1')).toEqual([{ id: 'mf-study', version: 'v1' }]);
    expect(await start('v1')).toEqual([]);
    expect(await start('v2')).toEqual([{ id: 'mf-study', version: 'v2' }]);
    expect(await start('v1')).toEqual([{ id: 'mf-study', version: 'v1' }]);
    expect(await current()).toBe('v1');
  });

  test('leaves a rollback as it is, until there is another build', async () => {
    await start('v1');
    await start('v2');
    await releases.rollback('mf-study');
    expect(await start('v2')).toEqual([]);
    expect(await current()).toBe('v1');
    await start('v3');
    expect(await current()).toBe('v3');
  });

  test('does not release its own build again after a release from elsewhere', async () => {
    await start('v1');
    await releases.release({ ...(await build('v2')), isFromElsewhere: true });
    expect(await start('v1')).toEqual([]);
    expect(await current()).toBe('v2');
    await release('v3');
    await releases.rollback('mf-study');
    expect(await start('v3')).toEqual([]);
    expect(await current()).toBe('v2');
  });

  test('moves every address to the one of this start', async () => {
    await start('v1');
    await release('v2', { canary: 5 });
    await start('v2', 'http://localhost:4003/');
    expect((await pointers()).map((each) => each[3])).toEqual([
      'http://localhost:4003/v1/remoteEntry.js',
      'http://localhost:4003/v2/remoteEntry.js',
    ]);
    await start('v2', 'https://cdn.example/releases/mf-study/');
    expect((await pointers())[0]?.[3]).toBe('https://cdn.example/releases/mf-study/v1/remoteEntry.js');
  });

  test('replaces a registry with a wrong signature, and says so', async () => {
    await start('v1');
    const read = await store.read('remotes.json');
    await store.replace('remotes.json', Buffer.from('{}'), read?.mark);
    const lines: string[] = [];
    await releases.start([await build('v1')], (line) => void lines.push(line));
    expect(await current()).toBe('v1');
    expect(lines).toEqual(['The signature of the registry is not of its bytes. It is made anew from the builds.']);
  });
});

(engineFor('go') === undefined ? test : test.skip)(
  'releases on S3',
  async () => {
    const { url, bucket, stop } = await startS3();
    try {
      store = openReleaseStore({
        RELEASE_STORE: `s3://${bucket}/lectern`,
        S3_ENDPOINT: url,
        AWS_REGION: 'eu-central-1',
        AWS_ACCESS_KEY_ID: 'key',
        AWS_SECRET_ACCESS_KEY: 'secret',
      });
      releases = open(store, 2);
      for (const version of ['v1', 'v2', 'v3']) await release(version);
      await Promise.all([open(store).release(await build('v1', 'mf-auth')), open(store).release(await build('v1', 'mf-library'))]);
      await releases.rollback('mf-study');
      expect([await current(), await current('mf-auth'), await current('mf-library'), await inStore('v1')]).toEqual([
        'v2',
        'v1',
        'v1',
        false,
      ]);
    } finally {
      await stop();
    }
  },
  120_000,
);
