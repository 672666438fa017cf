import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const storiesIn = (file: string): string[] => [...read(file).matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name);

describe('the design system', () => {
  const sources = ['index', 'markdown'].flatMap((name) =>
    [...read(`packages/web/ui/src/${name}.ts`).matchAll(/from '\.\/(\w+)'/g)]
      .map(([, module = '']) => `packages/web/ui/src/${module}.tsx`)
      .filter((file) => existsSync(join(root, file))),
  );
  const components = sources.flatMap((file) => [...read(file).matchAll(/^export const ([A-Z]\w+)/gm)].map(([, name = '']) => name));
  const stories = globSync('packages/web/ui/src/*.stories.tsx', { cwd: root }).map(read).join('\n');

  it('is found', () => expect(components.length).toBeGreaterThan(40));
  it.each(components)('%s has a story', (component) => {
    // A matcher's message would include all stories.
    expect(new RegExp(`(component: |<)${component}\\b`).test(stories)).toBe(true);
  });
});

/** Returns a file and all files that it imports by a relative path, transitively. */
const reachOf = (file: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, path = ''] of read(file).matchAll(/from '(\.[^']+)'/g)) {
    const found = ['.tsx', '.ts'].map((end) => join(dirname(file), `${path}${end}`)).find((candidate) => existsSync(join(root, candidate)));
    if (found !== undefined) reachOf(found, seen);
  }
  return seen;
};

/** Elements of a screen, and the name of the story that must show each. */
const states: readonly (readonly [draws: RegExp, story: RegExp])[] = [
  [/<(\w*Skeleton|ListView)\b/, /Loading$/],
  [/<(ErrorState|ListView)\b/, /Failed$/],
  [/<(EmptyState|CardList|ListView)\b/, /(Empty|^No\w+)$/],
  [/\b(unlessAtLimit|isAtLimit)\(/, /^(AtTheLimit|Reached)$/],
];

describe('the screens', () => {
  // A slot that draws nothing needs no story.
  const screens = globSync('mf-*/src/**/*.{screen,slot}.tsx', { cwd: root }).filter((screen) => !read(screen).includes('(): null =>'));

  it('are found', () => expect(screens.length).toBeGreaterThan(15));
  it.each(screens)('%s has a story for each state that it draws', (screen) => {
    const file = screen.replace('.tsx', '.stories.tsx');
    const stories = existsSync(join(root, file)) ? storiesIn(file) : [];
    expect(stories.length).toBeGreaterThan(1);
    const source = [...reachOf(screen)].map(read).join('\n');
    const missing = states.filter(([draws, story]) => draws.test(source) && !stories.some((name) => story.test(name)));
    expect(missing.map(([, story]) => String(story))).toEqual([]);
  });
});

/** The tests build only one part's Storybook as it is deployed (`e2e/stories/composed.spec.ts`), which is enough as long as this holds. */
describe('the Storybooks of the parts', () => {
  const parts = globSync('{shell,mf-*}/.storybook', { cwd: root })
    .map((folder) => dirname(folder))
    .sort();
  const setUpOf = (part: string): unknown => {
    const { scripts, devDependencies } = JSON.parse(read(`${part}/package.json`)) as Record<string, Record<string, string>>;
    const ofStorybook = (entries: Record<string, string> = {}): [string, string][] =>
      Object.entries(entries).filter(([name]) => name.includes('storybook'));
    const folder = join(root, part, '.storybook');
    return {
      files: readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
      scripts: ofStorybook(scripts),
      packages: ofStorybook(devDependencies),
    };
  };

  it('are found', () => expect(parts).toContain('mf-study'));
  it.each(parts)('that of %s is set up as that of the others', (part) => expect(setUpOf(part)).toEqual(setUpOf('mf-study')));
});
