import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const families = ['inter', 'source-serif-4', 'jetbrains-mono'];

/** Fallbacks stretched to the web fonts' measures, so that nothing jumps when those arrive. */
const fallbacks = [
  "@font-face{font-family:'Inter Fallback';src:local('Arial'),local('Liberation Sans');ascent-override:90.44%;descent-override:22.52%;line-gap-override:0%;size-adjust:107.12%}",
  "@font-face{font-family:'Source Serif Fallback';src:local('Times New Roman'),local('Liberation Serif');ascent-override:92.33%;descent-override:29.86%;line-gap-override:0%;size-adjust:112.21%}",
];

/**
 * Copies the variable fonts of the shell's packages into `dist/fonts` under names with a hash, and describes them: the CSS (with
 * `{base}` for the folder's address) and the file of the interface's latin subset, which every page needs at once.
 *
 * @param {string} folder The shell's.
 * @param {string} output Where its build goes, below the folder.
 * @returns {Promise<{ css: string, preload: string[] }>}
 */
export const fontFaces = async (folder, output) => {
  const require = createRequire(join(folder, 'package.json'));
  const target = join(folder, output, 'fonts');
  await mkdir(target, { recursive: true });
  const css = [...fallbacks];
  const preload = [];
  for (const family of families) {
    const sheet = require.resolve(`@fontsource-variable/${family}/index.css`);
    for (const [face] of (await readFile(sheet, 'utf8')).matchAll(/@font-face\s*\{[^}]*\}/g)) {
      const source = /url\(([^)]+)\)/.exec(face)?.[1] ?? '';
      const content = await readFile(join(dirname(sheet), source));
      const name = basename(source).replace('.woff2', `.${createHash('sha256').update(content).digest('hex').slice(0, 8)}.woff2`);
      await writeFile(join(target, name), content);
      if (family === 'inter' && source.includes('-latin-wght')) preload.push(name);
      css.push(
        face
          .replace(/url\([^)]+\)/, `url({base}${name})`)
          .replace(/\s*\n\s*/g, '')
          .replace(/:\s+/g, ':'),
      );
    }
  }
  return { css: css.join('\n'), preload };
};
