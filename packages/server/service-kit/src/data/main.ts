// `npm run data:copy -- to-mongodb|to-files`, `npm run data:backup -- FOLDER`, `npm run data:restore -- FOLDER`, `npm run data:end-link -- ADDRESS`
import { isAbsolute, join, resolve } from 'node:path';
import { fileProblem, StoreFileError } from '@lectern/document-store';
import { objectFolderOf } from '@lectern/object-store';
import { readEnvironment } from '../readEnvironment.ts';
import { readSettings, SettingsError, storeEngine } from '../settings.ts';
import { backUpData, copyAllData, DataCommandError, restoreData } from './dataCommands.ts';
import { endLink } from './endLink.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..', '..');
const commands = { copy: copyAllData, backup: backUpData, restore: restoreData };
const [name = '', given] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name as keyof typeof commands] : undefined;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  if (!command && name !== 'end-link') throw new DataCommandError(`data: copy, backup, restore or end-link, not "${name}".`);
  const settings = readSettings(readEnvironment({ env: join(root, '.env'), example: join(root, '.env.example') }, process.env));
  const dataFolder = isAbsolute(settings.DATA_DIR) ? settings.DATA_DIR : join(root, settings.DATA_DIR);
  if (!command) await endLink(given, { engine: { ...storeEngine(settings), dataFolder }, say });
  const objectFolder = objectFolderOf(settings.OBJECT_STORE_URL);
  await command?.(name === 'copy' || given === undefined ? given : resolve(root, given), {
    dataFolder,
    mongodbUrl: settings.MONGODB_URL,
    objectFolder: objectFolder === undefined ? undefined : resolve(root, objectFolder),
    say,
    now: new Date(),
  });
} catch (error) {
  const line =
    error instanceof DataCommandError || error instanceof SettingsError || error instanceof StoreFileError
      ? error.message
      : fileProblem(error);
  if (line === undefined) throw error;
  process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}
