import { createHash } from 'node:crypto';
import { closeSync, createReadStream, existsSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { openDatabaseFile } from '../openDatabaseFile.ts';

/** One file of a backup. */
export interface BackedUpFile {
  /** The service. */
  readonly name: string;
  readonly sha256: string;
}

/** Returns the SHA-256 of a file, hexadecimal. */
export async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/**
 * Copies services' files, each as a consistent snapshot. Readers and writers continue meanwhile.
 *
 * @param services - senders of events before their receivers, so that after a restore they resend events that were delivered between two
 * copies
 * @param fileOf - returns the path of a service's data
 * @param folder - the folder for the copies, one file per service
 */
export async function backUpFiles(
  services: readonly string[],
  fileOf: (service: string) => string,
  folder: string,
): Promise<BackedUpFile[]> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const made: BackedUpFile[] = [];
  for (const name of services) {
    if (!existsSync(fileOf(name))) continue;
    const target = join(folder, `${name}.sqlite`);
    const unfinished = `${target}.unfinished`;
    rmSync(unfinished, { force: true });
    // Created with this mode, so that no other user of the machine can read it.
    closeSync(openSync(unfinished, 'wx', 0o600));
    const source = new DatabaseSync(fileOf(name), { readOnly: true, timeout: 5_000 });
    try {
      // A read transaction keeps this snapshot. Without it the copy would restart whenever another process writes.
      source.exec('BEGIN');
      source.prepare('SELECT count(*) FROM sqlite_schema').get();
      await backup(source, unfinished, { rate: 1_000 });
    } finally {
      source.close();
    }
    // One file without side files, whatever the journal mode of the original.
    const copy = new DatabaseSync(unfinished);
    copy.exec('PRAGMA journal_mode = DELETE');
    copy.close();
    renameSync(unfinished, target);
    made.push({ name, sha256: await hashOfFile(target) });
  }
  return made;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Replaces the data of services by backed-up files in one transaction, even while the services run. Until it ends, their writes wait or are
 * refused and their reads see the earlier data.
 */
export function restoreFiles(files: readonly { name: string; file: string }[], fileOf: (service: string) => string): void {
  const database = new DatabaseSync(':memory:', { timeout: 30_000 });
  try {
    for (const { name, file } of files) {
      // Creates a missing file, and throws an error that names a damaged one.
      openDatabaseFile(fileOf(name)).close();
      database.prepare(`ATTACH ? AS ${quoted(`live ${name}`)}`).run(fileOf(name));
      database.exec(`PRAGMA ${quoted(`live ${name}`)}.journal_mode = WAL`);
      database.exec(`PRAGMA ${quoted(`live ${name}`)}.synchronous = FULL`);
      database.prepare(`ATTACH ? AS ${quoted(`kept ${name}`)}`).run(file);
    }
    // Replaced and deleted data is overwritten in the file.
    database.exec('PRAGMA secure_delete = ON');
    database.exec('BEGIN IMMEDIATE');
    for (const { name } of files) {
      const [live, kept] = [quoted(`live ${name}`), quoted(`kept ${name}`)];
      const schemaOf = (schema: string, type: 'table' | 'index') =>
        database.prepare(`SELECT name, sql FROM ${schema}.sqlite_schema WHERE type = ? AND sql IS NOT NULL`).all(type);
      for (const { name: table } of schemaOf(live, 'table')) database.exec(`DROP TABLE ${live}.${quoted(String(table))}`);
      for (const { name: table, sql } of schemaOf(kept, 'table')) {
        database.exec(String(sql).replace(/^CREATE TABLE /, `CREATE TABLE ${live}.`));
        database.exec(`INSERT INTO ${live}.${quoted(String(table))} SELECT * FROM ${kept}.${quoted(String(table))}`);
      }
      for (const { sql } of schemaOf(kept, 'index'))
        database.exec(String(sql).replace(/^CREATE (UNIQUE )?INDEX /, (start) => `${start}${live}.`));
      const version = Number(database.prepare(`PRAGMA ${kept}.user_version`).get()?.['user_version']);
      database.exec(`PRAGMA ${live}.user_version = ${version}`);
    }
    database.exec('COMMIT');
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
    database.close();
  }
}
