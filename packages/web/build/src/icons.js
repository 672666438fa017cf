import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Copies the app's icons from `icons/` of the shell to `dist/icons`, with hashed names. Their own names say the size and the purpose:
 * `any-192.png`, `maskable-512.png`, `apple-180.png`.
 *
 * @param {string} folder The shell's folder.
 * @param {string} output The build's output, relative to the folder.
 * @returns {Promise<{ file: string, size: number, purpose: string }[]>}
 */
export const copyIcons = async (folder, output) => {
  await mkdir(join(folder, output, 'icons'), { recursive: true });
  const names = (await readdir(join(folder, 'icons'))).filter((name) => name.endsWith('.png')).sort();
  return Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(folder, 'icons', name));
      const [, purpose = '', size = ''] = /^([a-z]+)-(\d+)\.png$/.exec(name) ?? [];
      const file = `icons/${purpose}-${size}.${createHash('sha256').update(content).digest('hex').slice(0, 8)}.png`;
      await writeFile(join(folder, output, file), content);
      return { file, size: Number(size), purpose };
    }),
  );
};
