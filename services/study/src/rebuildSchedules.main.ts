// `npm run data:rebuild-schedules`
import { isAbsolute, join } from 'node:path';
import { fileProblem, StoreFileError, StoreUnavailableError } from '@lectern/document-store';
import { readEnvironment, readSettings, SettingsError, storeEngine } from '@lectern/service-kit';
import { rebuildSchedules } from './reviews/rebuildSchedules.ts';
import { openStore } from './store.ts';

const root = join(import.meta.dirname, '..', '..', '..');

try {
  const settings = readSettings(readEnvironment({ env: join(root, '.env'), example: join(root, '.env.example') }, process.env));
  const dataFolder = isAbsolute(settings.DATA_DIR) ? settings.DATA_DIR : join(root, settings.DATA_DIR);
  const store = await openStore({ ...storeEngine(settings), dataFolder });
  try {
    const { items, changed } = await rebuildSchedules(store, () => new Date());
    process.stdout.write(`${items} schedules worked out again, ${changed} of them were different before.\n`);
  } finally {
    await store.close();
  }
} catch (error) {
  const isKnown = error instanceof SettingsError || error instanceof StoreFileError || error instanceof StoreUnavailableError;
  const line = isKnown ? error.message : fileProblem(error);
  if (line === undefined) throw error;
  process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}
