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

/** SHA-256 of a file, hexadecimal. */
export async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/**
 * Copies services' files as they are at one moment each, also while they are written to: readers and writers go on. Name the services
 * that send events before those that receive them; what was on its way between two moments is then sent again.
 * @param fileOf - where a service's data is
 * @param folder - gets a file per service
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
    // Made here so that nobody else on the machine can read it.
    closeSync(openSync(unfinished, 'wx', 0o600));
    const source = new DatabaseSync(fileOf(name), { readOnly: true, timeout: 5_000 });
    try {
      // Holds on to this moment: without it the copy begins anew whenever somebody writes between two of its steps.
      source.exec('BEGIN');
      source.prepare('SELECT count(*) FROM sqlite_schema').get();
      await backup(source, unfinished, { rate: 1_000 });
    } finally {
      source.close();
    }
    // One file without side files, whatever mode the original is in.
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
 * Puts backed-up files in place of what services hold now, all of them in one go, also while the services run: until it is through
 * their writes wait or are refused, their reads see what was before, and afterwards what was backed up.
 */
export function restoreFiles(files: readonly { name: string; file: string }[], fileOf: (service: string) => string): void {
  const database = new DatabaseSync(':memory:', { timeout: 30_000 });
  try {
    for (const { name, file } of files) {
      // Made when it is missing; one that is damaged is told by its name.
      openDatabaseFile(fileOf(name)).close();
      database.prepare(`ATTACH ? AS ${quoted(`live ${name}`)}`).run(fileOf(name));
      database.exec(`PRAGMA ${quoted(`live ${name}`)}.journal_mode = WAL`);
      database.exec(`PRAGMA ${quoted(`live ${name}`)}.synchronous = FULL`);
      database.prepare(`ATTACH ? AS ${quoted(`kept ${name}`)}`).run(file);
    }
    // What is replaced is overwritten, as what is deleted.
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
