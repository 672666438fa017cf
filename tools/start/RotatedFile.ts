import { mkdir, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** How many bytes a file may have, and how many files are kept, the one that is written included. */
export interface Rotation {
  readonly bytesMax: number;
  readonly filesMax: number;
}

/** The code of an error of the system. By the error's shape, since one of another realm (a test runner's) is no instance of this realm's Error. */
export const reasonOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error);

/** A file that is appended to. When it would become too long, it is renamed to `<file>.1`, the one before it to `<file>.2`, and so on. */
export class RotatedFile {
  readonly path: string;
  private readonly rotation: Rotation;
  private handle: FileHandle | undefined;
  private size = 0;

  constructor(path: string, rotation: Rotation) {
    this.path = path;
    this.rotation = rotation;
  }

  /** Appends all of the data or nothing. @throws Error of the system */
  async append(data: Buffer): Promise<void> {
    await this.open();
    if (this.size > 0 && this.size + data.length > this.rotation.bytesMax) await this.rotate();
    const target = await this.open();
    try {
      for (let from = 0; from < data.length;) from += (await target.write(data, from)).bytesWritten;
      this.size += data.length;
    } catch (error) {
      // A full disk takes a part of the data. If that part cannot be removed either, the first error is the one to report.
      await target.truncate(this.size).catch(() => undefined);
      throw error;
    }
  }

  /** The next `append` opens the file again: it may have been moved away. */
  async close(): Promise<void> {
    const before = this.handle;
    this.handle = undefined;
    await before?.close();
  }

  private async open(): Promise<FileHandle> {
    if (this.handle) return this.handle;
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    this.handle = await open(this.path, 'a', 0o600);
    ({ size: this.size } = await this.handle.stat());
    return this.handle;
  }

  private async rotate(): Promise<void> {
    await this.close();
    await this.removeOldest();
    const { filesMax } = this.rotation;
    for (let number = filesMax - 2; number >= 0; number -= 1) {
      const from = number === 0 ? this.path : `${this.path}.${number}`;
      await rename(from, `${this.path}.${number + 1}`).catch((error: unknown) => {
        if (reasonOf(error) !== 'ENOENT') throw error;
      });
    }
    if (filesMax === 1) await rm(this.path, { force: true });
  }

  /** Removes the file that would be one too many, and those of an earlier, larger setting. */
  private async removeOldest(): Promise<void> {
    const [folder, name] = [dirname(this.path), basename(this.path)];
    for (const each of await readdir(folder)) {
      const [, number] = each.startsWith(`${name}.`) ? (/\.(\d{1,6})$/.exec(each) ?? []) : [];
      if (number !== undefined && Number(number) >= this.rotation.filesMax - 1) await rm(join(folder, each), { force: true });
    }
  }
}
