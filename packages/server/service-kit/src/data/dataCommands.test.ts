import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { serviceNames } from '@lectern/contracts';
import { defineCollection, openDocumentStore } from '@lectern/document-store';
import { backUpData, copyAllData, restoreData, type DataCommandOptions } from './dataCommands.ts';

const things = defineCollection({ name: 'things', schema: z.object({ _id: z.string(), word: z.string() }) });
const services = serviceNames;

let folder: string;
let said: string[];
let options: DataCommandOptions;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-commands-'));
  said = [];
  options = {
    dataFolder: join(folder, 'data'),
    mongodbUrl: undefined,
    objectFolder: join(folder, 'data', 'objects'),
    say: (line) => said.push(line),
    now: new Date('2026-03-05T10:00:00.000Z'),
  };
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const write = async (word: string): Promise<void> => {
  for (const service of services) {
    const store = await openDocumentStore(service, [things], options);
    await store.collection(things).upsert({ _id: 'one', word: `${word} of ${service}` });
    await store.close();
  }
};
const words = async (dataFolder = options.dataFolder): Promise<(string | undefined)[]> => {
  const found = [];
  for (const service of services) {
    const store = await openDocumentStore(service, [things], { dataFolder });
    found.push((await store.collection(things).get('one'))?.word);
    await store.close();
  }
  return found;
};

it('backs everything up and restores it, here and into an empty folder, with the secrets', async () => {
  await write('old');
  mkdirSync(join(options.dataFolder, 'secrets'));
  writeFileSync(join(options.dataFolder, 'secrets', 'AUTH_TOKEN_SECRET'), 'made at first', { mode: 0o600 });
  const backup = join(folder, 'backup');
  await backUpData(backup, options);
  expect(readdirSync(backup).sort()).toEqual([
    'auth.sqlite',
    'billing.sqlite',
    'library.sqlite',
    'manifest.json',
    'objects',
    'secrets',
    'study.sqlite',
  ]);
  expect(statSync(backup).mode & 0o077).toBe(0);
  await write('new');
  await restoreData(backup, options);
  expect(await words()).toEqual(services.map((service) => `old of ${service}`));
  const fresh = { ...options, dataFolder: join(folder, 'fresh') };
  await restoreData(backup, fresh);
  expect(await words(fresh.dataFolder)).toEqual(services.map((service) => `old of ${service}`));
  expect(readFileSync(join(fresh.dataFolder, 'secrets', 'AUTH_TOKEN_SECRET'), 'utf8')).toBe('made at first');
  expect(said.at(-1)).toBe('auth, billing, library, study restored as of 2026-03-05T10:00:00.000Z.');
});

it('changes nothing when a file of the backup is damaged', async () => {
  await write('old');
  const backup = join(folder, 'backup');
  await backUpData(backup, options);
  await write('new');
  writeFileSync(join(backup, 'study.sqlite'), 'not what it was');
  await expect(restoreData(backup, options)).rejects.toThrow(/study of this backup is damaged; nothing was restored/);
  expect(await words()).toEqual(services.map((service) => `new of ${service}`));
});

const put = (objects: string, path: string, content: string): string => {
  const name = createHash('sha256').update(content).digest('hex');
  mkdirSync(join(objects, path), { recursive: true });
  writeFileSync(join(objects, path, name), content);
  return `${path}/${name}`;
};
const namesIn = (objects: string): string[] =>
  readdirSync(objects, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(objects.length + 1))
    .sort();

it('backs pictures up and restores them, and nothing that came after', async () => {
  await write('old');
  const objects = options.objectFolder ?? '';
  const kept = put(objects, 'pictures/ann/guide', 'a heart');
  writeFileSync(join(objects, 'pictures/ann/guide/.unfinished-1'), 'half');
  const backup = join(folder, 'backup');
  await backUpData(backup, options);
  put(objects, 'pictures/ben/guide', 'a valve');
  rmSync(join(objects, kept));
  await restoreData(backup, options);
  expect(namesIn(objects)).toEqual([kept]);
  expect(readFileSync(join(objects, kept), 'utf8')).toBe('a heart');
  expect(readdirSync(options.dataFolder).filter((name) => name.startsWith('objects'))).toEqual(['objects']);
});

it('restores nothing when a picture of the backup is damaged or missing', async () => {
  await write('old');
  const kept = put(options.objectFolder ?? '', 'pictures/ann/guide', 'a heart');
  const backup = join(folder, 'backup');
  await backUpData(backup, options);
  await write('new');
  writeFileSync(join(backup, 'objects', kept), 'another');
  await expect(restoreData(backup, options)).rejects.toThrow(/pictures of this backup are damaged; nothing was restored/);
  rmSync(join(backup, 'objects', kept));
  await expect(restoreData(backup, options)).rejects.toThrow(/pictures of this backup are damaged/);
  expect(await words()).toEqual(services.map((service) => `new of ${service}`));
});

it('leaves objects in a bucket alone', async () => {
  await write('old');
  const backup = join(folder, 'backup');
  const inBucket = { ...options, objectFolder: undefined };
  await backUpData(backup, inBucket);
  expect(readdirSync(backup)).not.toContain('objects');
  await restoreData(backup, inBucket);
  expect(await words()).toEqual(services.map((service) => `old of ${service}`));
});

it('names in one line what is missing', async () => {
  await expect(backUpData(undefined, options)).rejects.toThrow(/needs a folder/);
  await expect(backUpData(join(folder, 'b'), options)).rejects.toThrow(/no data of auth/);
  await expect(restoreData(join(folder, 'b'), options)).rejects.toThrow(/made by data:backup/);
  await expect(copyAllData('to-mongodb', options)).rejects.toThrow(/MONGODB_URL/);
  await expect(copyAllData('sideways', options)).rejects.toThrow(/to-mongodb or to-files/);
  const onMongo = { ...options, mongodbUrl: 'mongodb://127.0.0.1:1' };
  await expect(backUpData(join(folder, 'b'), onMongo)).rejects.toThrow(/mongodump/);
  await write('old');
  mkdirSync(join(folder, 'full'));
  writeFileSync(join(folder, 'full', 'file'), '');
  await expect(backUpData(join(folder, 'full'), options)).rejects.toThrow(/not empty/);
});
