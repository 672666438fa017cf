import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startProcess, type LimitedProcess, type Log } from '@lectern/service-kit';
import { conversionLimits, type ConversionEnd, type ConversionLimits, type ConversionRequest } from './conversion.ts';
import { profileSettings } from './profile.ts';

export type OfficeFormat = 'pptx' | 'docx';

/** Converts decks and Word documents to PDF. Replaced in tests. */
export interface OfficeConverter {
  /** @returns the PDF; `undefined` if LibreOffice cannot convert the file within the limits. @throws ConversionEndedError */
  convert(bytes: Uint8Array, format: OfficeFormat): Promise<Uint8Array | undefined>;
}

export interface OfficeConverterOptions {
  /** LibreOffice's program. */
  program: string;
  /** The folder of data, which LibreOffice must not see. */
  dataFolder: string;
  log: Log;
  /** The folder of conversions. Defaults to the system's temporary folder. */
  temporaryFolder?: string;
  limits?: Partial<ConversionLimits>;
}

/** The service stops. */
export class ConversionEndedError extends Error {
  override readonly name = 'ConversionEndedError';
}

const entry = new URL('./convert.process.ts', import.meta.url);
const prefix = 'lectern-office-';
/** A folder that is older was left by a crash. Milliseconds. */
const longestUse = 5 * conversionLimits.seconds * 1_000;

/** Hidden slides count in pointers, so they are pages, too. */
const filters: Readonly<Record<OfficeFormat, string>> = {
  pptx: 'pdf:impress_pdf_Export:{"ExportHiddenSlides":{"type":"boolean","value":"true"}}',
  docx: 'pdf:writer_pdf_Export',
};

const flags = ['--headless', '--norestore', '--nolockcheck', '--nologo', '--nodefault', '--nofirststartwizard'];

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Writes the file and the profile into a new folder. */
const prepare = async (folder: string, bytes: Uint8Array, format: OfficeFormat): Promise<void> => {
  const user = join(folder, 'profile', 'user');
  await mkdir(user, { recursive: true });
  await writeFile(join(user, 'registrymodifications.xcu'), profileSettings);
  await writeFile(join(folder, `file.${format}`), bytes);
};

const commandOf = (program: string, folder: string, format: OfficeFormat): string[] => {
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  return [program, profile, ...flags, '--convert-to', filters[format], '--outdir', folder, join(folder, `file.${format}`)];
};

const readResult = async (folder: string): Promise<Uint8Array | undefined> => {
  try {
    return await readFile(join(folder, 'file.pdf'));
  } catch (error) {
    if (!isAbsent(error)) throw error;
    return undefined;
  }
};

/** Creates a converter that runs LibreOffice, each time with a new profile in a new folder. */
export function createOfficeConverter(options: OfficeConverterOptions): OfficeConverter & { close: () => void } {
  const { program, dataFolder, log, temporaryFolder = tmpdir() } = options;
  const limits = { ...conversionLimits, ...options.limits };
  const running = new Set<LimitedProcess>();
  let isClosed = false;

  const run = async (folder: string, format: OfficeFormat): Promise<ConversionEnd | undefined> => {
    if (isClosed) throw new ConversionEndedError();
    let end: ConversionEnd | undefined;
    const converting = startProcess(entry, {
      // It ends LibreOffice itself. These limits are for itself.
      limits: { heapMb: 64, residentBytes: 300_000_000, milliseconds: 2 * limits.seconds * 1_000 },
      onMessage: (message) => {
        end = message as ConversionEnd;
        converting.kill();
      },
    });
    running.add(converting);
    const command = commandOf(program, folder, format);
    void converting.send({ command, folder, hidden: resolve(dataFolder), limits } satisfies ConversionRequest);
    await converting.ended;
    running.delete(converting);
    if (isClosed) throw new ConversionEndedError();
    return end;
  };

  return {
    async convert(bytes, format) {
      const folder = await mkdtemp(join(temporaryFolder, prefix));
      try {
        await prepare(folder, bytes, format);
        const { status = 'none', isEnclosed = false } = (await run(folder, format)) ?? {};
        // A part of a PDF would have other pages.
        const pdf = status === '0' ? await readResult(folder) : undefined;
        log(pdf ? 'info' : 'warn', pdf ? 'office.converted' : 'office.failed', { format, status, isEnclosed });
        return pdf;
      } finally {
        // A killed child may write until its end.
        await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    },
    close() {
      isClosed = true;
      for (const converting of running) void converting.send('stop');
    },
  };
}

/** Deletes the folders of conversions that a crash interrupted. */
export async function removeLeftConversions({
  log,
  clock,
  temporaryFolder = tmpdir(),
}: Pick<OfficeConverterOptions, 'log' | 'temporaryFolder'> & { clock: () => Date }): Promise<void> {
  for (const name of await readdir(temporaryFolder)) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(temporaryFolder, name);
    try {
      if (clock().getTime() - (await stat(folder)).mtimeMs > longestUse) await rm(folder, { recursive: true, force: true });
    } catch (error) {
      // Another user's, or deleted meanwhile.
      log('warn', 'office.leftover', { error });
    }
  }
}
