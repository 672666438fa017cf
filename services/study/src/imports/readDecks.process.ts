// Reads one file with cards: `upload` in the folder that is named. A process and not a thread, because only a process can be ended while SQLite works.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ImportError, readDecks, type ColumnChoice } from '@lectern/exchange/reading';
import type { ReadResult } from './createDeckReader.ts';

const [, , folder = '', columns = ''] = process.argv;

const read = async (): Promise<ReadResult> => {
  try {
    const bytes = await readFile(join(folder, 'upload'));
    return { read: await readDecks(bytes, { folder, columns: columns === '' ? undefined : (JSON.parse(columns) as ColumnChoice) }) };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return { failure: { code: error.code, message: error.message } };
  }
};

process.send?.(await read(), () => process.disconnect());
