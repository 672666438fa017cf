import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { databaseNameOf, embeddedFileOf } from '@lectern/document-store';
import {
  backUpFiles,
  copyData,
  CopyError,
  hashOfFile,
  openRawEmbeddedStore,
  openRawMongoStore,
  restoreFiles,
} from '@lectern/document-store/data';
import { serviceNames, type ServiceName } from '@lectern/contracts';
import { areObjectsWhole, backUpObjects, restoreObjects } from './objectFiles.ts';

/** A command that cannot be executed. Its message is shown as one line. */
export class DataCommandError extends Error {
  override readonly name = 'DataCommandError';
}

export interface DataCommandOptions {
  dataFolder: string;
  mongodbUrl: string | undefined;
  /** The folder of objects (pictures); `undefined` if they are in a bucket. */
  objectFolder: string | undefined;
  /** Shows a line to the operator. */
  say: (line: string) => void;
  now: Date;
}

/** auth and billing are copied first, so that after a restore they resend events that were delivered between two copies. */
const services: readonly ServiceName[] = [...new Set<ServiceName>(['auth', 'billing', ...serviceNames])];

const Manifest = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  files: z.array(z.object({ name: z.enum(serviceNames), sha256: z.string() })),
  /** The number of objects in the backup; absent in backups of earlier versions, and if they are in a bucket. */
  objects: z.optional(z.int()),
});

const onFilesOnly = ({ mongodbUrl }: DataCommandOptions, command: string): void => {
  if (mongodbUrl !== undefined)
    throw new DataCommandError(`${command} is for the embedded files; with MONGODB_URL use mongodump and mongorestore (docs/operate.md).`);
};

/** Copies every service's data from the files to MongoDB, or back. The site must not run meanwhile. @throws DataCommandError */
export async function copyAllData(direction: string | undefined, options: DataCommandOptions): Promise<void> {
  const { dataFolder, mongodbUrl, say } = options;
  if (direction !== 'to-mongodb' && direction !== 'to-files') throw new DataCommandError('data:copy needs to-mongodb or to-files.');
  if (mongodbUrl === undefined) throw new DataCommandError('MONGODB_URL: must be set for data:copy.');
  let documents = 0;
  for (const service of services) {
    const file = embeddedFileOf(dataFolder, service);
    if (direction === 'to-mongodb' && !existsSync(file)) {
      say(`${service}: no data`);
      continue;
    }
    const files = openRawEmbeddedStore(file, { create: direction === 'to-files' });
    const cluster = openRawMongoStore(mongodbUrl, databaseNameOf(mongodbUrl, service));
    try {
      const copied = direction === 'to-mongodb' ? await copyData(files, cluster) : await copyData(cluster, files);
      for (const { name, documents: count, checksum } of copied) say(`${service}.${name}: ${count} documents, ${checksum.slice(0, 16)}`);
      documents += copied.reduce((sum, each) => sum + each.documents, 0);
    } catch (error) {
      if (error instanceof CopyError) throw new DataCommandError(`${service}: ${error.message}`);
      throw error;
    } finally {
      await Promise.all([files.close(), cluster.close()]);
    }
  }
  say(`${documents} documents copied and compared.`);
}

const secretsIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** Backs up every service's file, pictures in a folder, and the generated secrets, even while the site runs. @throws DataCommandError */
export async function backUpData(folder: string | undefined, options: DataCommandOptions): Promise<void> {
  const { dataFolder, objectFolder, say, now } = options;
  onFilesOnly(options, 'data:backup');
  if (!folder) throw new DataCommandError('data:backup needs a folder for the backup.');
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new DataCommandError(`${folder} is not empty.`);
  const absent = services.find((service) => !existsSync(embeddedFileOf(dataFolder, service)));
  if (absent) throw new DataCommandError(`There is no data of ${absent} in ${dataFolder}.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = await backUpFiles(services, (service) => embeddedFileOf(dataFolder, service), folder);
  // After the databases, so that it contains the pictures of all their guides.
  const objects = objectFolder === undefined ? undefined : backUpObjects(objectFolder, join(folder, 'objects'));
  const secrets = join(dataFolder, 'secrets');
  mkdirSync(join(folder, 'secrets'), { mode: 0o700 });
  for (const name of secretsIn(secrets)) copyFileSync(join(secrets, name), join(folder, 'secrets', name));
  const manifest: z.infer<typeof Manifest> = {
    format: 1,
    createdAt: now.toISOString(),
    files: files.map(({ name, sha256 }) => ({ name: name as ServiceName, sha256 })),
    ...(objects !== undefined && { objects }),
  };
  // Written last, so that a folder with a manifest is a complete backup.
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  say(`${files.map(({ name }) => name).join(', ')} backed up to ${folder}.`);
}

/**
 * Replaces the data by a backup, even while the site runs. Existing secrets stay, because running parts use them.
 *
 * @throws DataCommandError if the backup is incomplete or damaged; nothing was changed in this case
 */
export async function restoreData(folder: string | undefined, options: DataCommandOptions): Promise<void> {
  const { dataFolder, objectFolder, say } = options;
  onFilesOnly(options, 'data:restore');
  if (!folder || !existsSync(join(folder, 'manifest.json'))) throw new DataCommandError('data:restore needs a folder made by data:backup.');
  const manifest = z.safeParse(Manifest, JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  if (!manifest.success) throw new DataCommandError(`${folder} was made by another version.`);
  const { files, objects, createdAt } = manifest.data;
  for (const { name, sha256 } of files) {
    const file = join(folder, `${name}.sqlite`);
    if (!existsSync(file) || (await hashOfFile(file)) !== sha256)
      throw new DataCommandError(`${name} of this backup is damaged; nothing was restored.`);
  }
  if (objects !== undefined && !areObjectsWhole(join(folder, 'objects'), objects))
    throw new DataCommandError('The pictures of this backup are damaged; nothing was restored.');
  const secrets = join(dataFolder, 'secrets');
  mkdirSync(secrets, { recursive: true, mode: 0o700 });
  for (const name of secretsIn(join(folder, 'secrets')))
    if (!existsSync(join(secrets, name))) copyFileSync(join(folder, 'secrets', name), join(secrets, name));
  // Before the databases, so that their guides find their pictures.
  if (objects !== undefined && objectFolder !== undefined) restoreObjects(join(folder, 'objects'), objectFolder);
  const restored = files.map(({ name }) => ({ name, file: join(folder, `${name}.sqlite`) }));
  restoreFiles(restored, (service) => embeddedFileOf(dataFolder, service));
  say(`${files.map(({ name }) => name).join(', ')} restored as of ${createdAt}.`);
}
