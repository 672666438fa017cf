import { lintFiles } from './testing/lintFiles.ts';

const slow = ['/\\s+$/', '/\\[[^\\]]*\\]\\(/g', '/^\\S+@\\S+$/', '/(a+)+b/', '/\\S+@\\S+\\.\\w/'];
const linear = ['/(?<!\\s)\\s+$/', '/\\[[^[\\]]*\\]\\(/g', '/^[^\\s@]+@\\S+$/'];
const places = ['packages/content/study-content/src/any.ts', 'services/auth/src/any.ts', 'shell/src/any.js'];

/** The patterns that the project's lint accepts, by file. */
const accepted = new Map(places.map((place) => [place, [] as string[]]));
beforeAll(() => {
  const cases = places.flatMap((place) =>
    [...slow, ...linear].map((pattern, index) => ({ place, pattern, file: place.replace('any', `any${String(index)}`) })),
  );
  const messages = lintFiles(Object.fromEntries(cases.map(({ file, pattern }) => [file, `export const pattern = ${pattern};\n`])));
  const refused = new Set(messages.filter(({ code }) => code.startsWith('regexp(')).map(({ filename }) => filename));
  for (const { place, pattern, file } of cases) if (!refused.has(file)) accepted.get(place)?.push(pattern);
});

it.each(places)('no pattern that takes more than linear time passes the lint: %s', (place) => {
  expect(accepted.get(place)).toEqual(linear);
});
