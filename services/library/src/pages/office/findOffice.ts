import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** LibreOffice's program under its names, and its place on macOS. */
const names = ['soffice', 'libreoffice'];
const onMac = '/Applications/LibreOffice.app/Contents/MacOS/soffice';

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

/**
 * Returns the program of LibreOffice; `undefined` without one, and if it is off.
 *
 * @param setting - `SOFFICE_PATH`
 * @param path - `PATH`
 */
export function findOffice(setting: string | undefined, path = ''): string | undefined {
  if (setting !== undefined) return setting === 'off' ? undefined : setting;
  const folders = path.split(delimiter).filter(isAbsolute);
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), onMac].find(isProgram);
}
