import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import subsetFont from 'subset-font';

const families = ['inter', 'source-serif-4', 'jetbrains-mono'];

/** Fallback fonts with the metrics of the web fonts, so that the layout does not shift when those load. */
const fallbacks = [
  "@font-face{font-family:'Inter Fallback';src:local('Arial'),local('Liberation Sans');ascent-override:90.44%;descent-override:22.52%;line-gap-override:0%;size-adjust:107.12%}",
  "@font-face{font-family:'Source Serif Fallback';src:local('Times New Roman'),local('Liberation Serif');ascent-override:92.33%;descent-override:29.86%;line-gap-override:0%;size-adjust:112.21%}",
];

/** The product's name in the header is the only serif text on most pages. A font with only its letters is a thirtieth of the whole font. */
const wordmark = { family: 'Lectern Wordmark', text: 'Lectern', weight: 650, from: 'source-serif-4-latin-wght-normal.woff2' };

/**
 * Copies the variable fonts of the shell's packages to `dist/fonts` with hashed names, and describes them: the CSS (with `{base}` for the folder's
 * address) and the files that every page preloads, the interface's Latin subset and the letters of the wordmark.
 *
 * @param {string} folder The shell's folder.
 * @param {string} output The build's output, relative to the folder.
 * @returns {Promise<{ css: string, preload: string[] }>}
 */
export const fontFaces = async (folder, output) => {
  const require = createRequire(join(folder, 'package.json'));
  const target = join(folder, output, 'fonts');
  await mkdir(target, { recursive: true });
  const css = [...fallbacks];
  const preload = [];
  const write = async (/** @type {string} */ name, /** @type {Buffer} */ content) => {
    const hashed = name.replace('.woff2', `.${createHash('sha256').update(content).digest('hex').slice(0, 8)}.woff2`);
    await writeFile(join(target, hashed), content);
    return hashed;
  };
  for (const family of families) {
    const sheet = require.resolve(`@fontsource-variable/${family}/index.css`);
    for (const [face] of (await readFile(sheet, 'utf8')).matchAll(/@font-face\s*\{[^}]*\}/g)) {
      const source = /url\(([^)]+)\)/.exec(face)?.[1] ?? '';
      const content = await readFile(join(dirname(sheet), source));
      const name = await write(basename(source), content);
      if (family === 'inter' && source.includes('-latin-wght')) preload.push(name);
      if (basename(source) === wordmark.from) {
        const { text, weight } = wordmark;
        const letters = await write(
          'wordmark.woff2',
          await subsetFont(content, text, { targetFormat: 'woff2', variationAxes: { wght: weight } }),
        );
        preload.push(letters);
        css.push(
          `@font-face{font-family:'${wordmark.family}';font-style:normal;font-display:swap;font-weight:${weight};src:url({base}${letters}) format('woff2');}`,
        );
      }
      css.push(
        face
          .replace(/url\([^)]+\)/, `url({base}${name})`)
          .replace(/(?<!\s)\s*\n\s*/g, '')
          .replace(/:\s+/g, ':'),
      );
    }
  }
  return { css: css.join('\n'), preload };
};
