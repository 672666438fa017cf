import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const files = globSync('{packages/web/ui,packages/web/platform,shell,mf-*}/{src,server}/**/*.{ts,tsx,css}', {
  cwd: root,
  exclude: (name) => /\.(test|stories)\.|(^|\/)(testing|node_modules|dist)(\/|$)/.test(name),
}).filter((file) => file !== 'packages/web/ui/src/themes.ts');

const named =
  'white|black|gr[ae]y|silver|red|maroon|orange|yellow|olive|lime|green|teal|aqua|cyan|blue|navy|purple|fuchsia|magenta|pink|brown|gold';
/** A literal colour: a function, a hex number, or a named colour as the value of a property that takes one. */
const colour = new RegExp(
  `\\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\\(|#(?:[\\da-f]{3,4}){1,2}\\b|(?:color|background|border|outline|shadow|fill|stroke)[\\w-]*: ?[^;\n]*\\b(?:${named})\\b(?!-)`,
  'i',
);

// Components must take their colours from the tokens, so that both themes are right although only the light one has screenshots. Exception:
// the browser's theme colour, in the page and in the app's manifest, which must be a literal.
it('no frontend names a colour outside of the themes', () => {
  expect(files.length).toBeGreaterThan(100);
  const naming = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        colour.test(line) && !/name="theme-color"|^\s*(?:theme|background)_color:/.test(line)
          ? [`${file}:${index + 1} ${line.trim()}`]
          : [],
      ),
  );
  expect(naming).toEqual([]);
});

it.each(['color: white;', 'border: 1px solid #ccc;', 'background: rgb(0 0 0 / 50%);', 'fill: oklch(0.5 0.1 20);'])('knows %s', (line) =>
  expect(colour.test(line)).toBe(true),
);
it.each(['white-space: nowrap;', 'color: ${color.ink};', 'border-color: currentColor;'])('lets %s pass', (line) =>
  expect(colour.test(line)).toBe(false),
);
