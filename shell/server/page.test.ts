/** @jest-environment node */
import type { ChosenRemote } from '@lectern/registry';
import type { PageData } from '../src/PageData.ts';
import { composePage, scriptsFor, shapeFor, type PageOptions } from './page.ts';

const file = (name: string) => ({ file: name, integrity: `sha384-${name}` });
const remote = (id: string, port: number, routes: Record<string, string[]>): ChosenRemote => ({
  id,
  container: id.replace('-', '_'),
  entry: `http://localhost:${String(port)}/v1/remoteEntry.js`,
  integrity: `sha384-${id}`,
  version: 'v1',
  manifest: {
    id,
    contract: 1,
    routes: Object.keys(routes).map((path) => ({ path, access: id === 'mf-auth' ? 'signed-out' : 'signed-in', screen: 'x' })),
    navigation: [],
    slots: [],
  },
  routes: Object.fromEntries(Object.entries(routes).map(([path, names]) => [path, names.map(file)])),
  isSplit: false,
});
const library = remote('mf-library', 3002, {
  '/study-materials/:id': ['v1/guide.js'],
  '/study-materials': ['v1/list.js', 'v1/common.js'],
  '/study-materials/create': ['v1/create.js'],
});
const auth = remote('mf-auth', 3001, { '/login': [], '/reset-password/:token': ['v1/reset.js'] });
const remotes = [library, auth];

const options: PageOptions = {
  path: '/study-materials',
  nonce: 'bm9uY2U=',
  release: {
    version: 'abc',
    scripts: [file('abc/main.js'), file('abc/vendor.js')],
    shared: [file('abc/schema.js')],
    learner: [file('abc/learner.js')],
    landing: [file('abc/landing.js')],
    chunks: [file('abc/main.js'), file('abc/menus.js')],
    icons: [{ file: 'icons/apple-180.png', size: 180, purpose: 'apple' }],
    contract: { oldest: 1, newest: 2, capabilities: [] },
    later: { file: 'abc/later.js', integrity: 'sha384-later' },
    fonts: { css: '@font-face{src:url({base}inter.woff2)}', preload: ['inter.woff2'] },
  },
  rendered: { html: '<div>frame</div>', styles: '<style nonce="bm9uY2U=">.a{}</style>' },
  remotes,
  apiUrl: 'http://localhost:8080',
  supportEmail: 'help@example.org',
  hasWorker: true,
};
const dataOf = (html: string): PageData =>
  JSON.parse(/<script type="application\/json" id="lectern">(.*?)<\/script>/s.exec(html)![1]!) as PageData;

describe('scriptsFor', () => {
  const filesFor = (path: string) => scriptsFor(path, remotes)?.scripts.map((script) => script.file);
  const entry = 'http://localhost:3002/v1/remoteEntry.js';

  test('the entry and the chunks of the page, with their integrity', () => {
    expect(scriptsFor('/study-materials', remotes)).toEqual({
      origin: 'http://localhost:3002',
      makesCalls: true,
      scripts: [
        { file: entry, integrity: 'sha384-mf-library' },
        { file: 'http://localhost:3002/v1/list.js', integrity: 'sha384-v1/list.js' },
        { file: 'http://localhost:3002/v1/common.js', integrity: 'sha384-v1/common.js' },
      ],
    });
  });

  test('remotes under paths of one origin', () => {
    const under = { ...library, entry: 'https://cdn.test/releases/mf-library/v1/remoteEntry.js' };
    expect(scriptsFor('/study-materials', [under])).toMatchObject({
      origin: 'https://cdn.test',
      scripts: [
        { file: under.entry },
        { file: 'https://cdn.test/releases/mf-library/v1/list.js' },
        { file: 'https://cdn.test/releases/mf-library/v1/common.js' },
      ],
    });
  });

  test('a fixed segment goes before a parameter, and a trailing slash is ignored', () => {
    expect(filesFor('/study-materials/create')).toEqual([entry, 'http://localhost:3002/v1/create.js']);
    expect(filesFor('/study-materials/abc')).toEqual([entry, 'http://localhost:3002/v1/guide.js']);
    expect(filesFor('/study-materials/abc/')).toEqual([entry, 'http://localhost:3002/v1/guide.js']);
    expect(filesFor('/login')).toEqual(['http://localhost:3001/v1/remoteEntry.js']);
  });

  test.each(['/', '/nowhere', '/study-materials/abc/def', '/reset-password'])('%s needs none', (path) => {
    expect(scriptsFor(path, remotes)).toBeUndefined();
  });
});

describe('composePage', () => {
  test('every script and style carries the nonce, every script its integrity', () => {
    const html = composePage(options);
    const scripts = html.match(/<script[^>]*>/g)!;
    expect(scripts).toEqual([
      '<script defer src="/assets/abc/main.js" integrity="sha384-abc/main.js" crossorigin="anonymous" nonce="bm9uY2U=">',
      '<script defer src="/assets/abc/vendor.js" integrity="sha384-abc/vendor.js" crossorigin="anonymous" nonce="bm9uY2U=">',
      '<script type="application/json" id="lectern">',
    ]);
    for (const style of html.match(/<style[^>]*>/g)!) expect(style).toContain('nonce="bm9uY2U="');
    for (const link of html.match(/<link rel="preload" as="script"[^>]*>/g)!)
      expect(link).toMatch(
        / href="(?:http:\/\/localhost:3002\/v1|\/assets\/abc)\/\w+\.js" integrity="sha384-[^"]+" crossorigin="anonymous" nonce="bm9uY2U="/,
      );
    expect(html.match(/<link rel="preload" as="script"/g)).toHaveLength(5);
    expect(html).toContain('<link rel="preconnect" href="http://localhost:3002" crossorigin>');
    expect(html).toContain('<link rel="preconnect" href="http://localhost:8080" crossorigin>');
    expect(html).toContain('<meta property="csp-nonce" nonce="bm9uY2U=">');
    expect(html).not.toMatch(/ on\w+=|style="/);
  });

  test('the fonts, the rendered part, the title', () => {
    const html = composePage(options);
    expect(html.startsWith('<!doctype html>\n<html lang="en">')).toBe(true);
    expect(html).toContain('@font-face{src:url(/assets/fonts/inter.woff2)}');
    expect(html).toContain('<link rel="preload" as="font" type="font/woff2" href="/assets/fonts/inter.woff2" crossorigin>');
    expect(html).toContain('<div id="root"><div>frame</div></div>');
    expect(html).toContain('<style nonce="bm9uY2U=">.a{}</style>');
    expect(html).toContain('<title>Lectern</title>');
    expect(composePage({ ...options, path: '/' })).toContain('<title>Lectern: from slides to mastery</title>');
  });

  test('pages of remotes preload the shared modules, those of learners also the HTTP client', () => {
    expect(composePage({ ...options, path: '/login' })).toContain('<link rel="preload" as="script" href="/assets/abc/schema.js"');
    expect(composePage({ ...options, path: '/' })).not.toContain('href="/assets/abc/schema.js"');
    expect(composePage(options)).toContain('<link rel="preload" as="script" href="/assets/abc/learner.js"');
    expect(composePage({ ...options, path: '/login' })).not.toContain('learner.js');
  });

  test('the landing page is painted before its scripts are requested', () => {
    const html = composePage({ ...options, path: '/' });
    expect(html.match(/<script defer [^>]*>/g)).toEqual([
      '<script defer src="/assets/abc/later.js" integrity="sha384-later" crossorigin="anonymous" nonce="bm9uY2U=">',
    ]);
    expect(JSON.parse(/id="later">(.*?)<\/script>/s.exec(html)![1]!)).toEqual({
      scripts: [
        { file: '/assets/abc/main.js', integrity: 'sha384-abc/main.js' },
        { file: '/assets/abc/vendor.js', integrity: 'sha384-abc/vendor.js' },
      ],
      landing: [{ file: '/assets/abc/landing.js', integrity: 'sha384-abc/landing.js' }],
      // What the page needs that a learner is redirected to.
      ahead: [
        { file: '/assets/abc/schema.js', integrity: 'sha384-abc/schema.js' },
        { file: '/assets/abc/learner.js', integrity: 'sha384-abc/learner.js' },
      ],
    });
    expect(composePage(options)).not.toContain('later');
  });

  test('the landing page preloads nothing of a remote and does not connect to the gateway', () => {
    const html = composePage({ ...options, path: '/' });
    expect(html).not.toContain('rel="preconnect"');
    expect(html).not.toContain('rel="preload" as="script"');
  });

  test("the page's data, without the lists that only the server needs", () => {
    const page = dataOf(composePage(options));
    expect(page).toMatchObject({ apiUrl: 'http://localhost:8080', supportEmail: 'help@example.org' });
    expect(page.registry.map(({ id }) => id)).toEqual(['mf-library', 'mf-auth']);
    expect(page.registry[0]).not.toHaveProperty('routes');
    expect(page.isSplit).toBe(false);
    expect(dataOf(composePage({ ...options, remotes: [library, { ...auth, isSplit: true }] })).isSplit).toBe(true);
    expect(page.registry[0]!.manifest.routes).toHaveLength(3);
  });

  test('the page that starts without a network lists what the service worker keeps: the shell, and the screens of learners', () => {
    const [used, editor, slot] = [file('v1/list.js'), file('v1/editor.js'), file('v1/slot.js')];
    const html = composePage({
      ...options,
      path: '/page.html',
      remotes: [{ ...library, chunks: [used, editor, slot], slotChunks: [slot] }, auth],
    });
    expect(html).not.toContain('rel="preload" as="script"');
    expect(JSON.parse(/id="kept-files">(.*?)<\/script>/s.exec(html)![1]!)).toEqual({
      shell: [
        { file: '/assets/abc/main.js', integrity: 'sha384-abc/main.js' },
        { file: '/assets/abc/menus.js', integrity: 'sha384-abc/menus.js' },
        { file: '/assets/fonts/inter.woff2' },
      ],
      remotes: [
        { file: 'http://localhost:3002/v1/remoteEntry.js', integrity: 'sha384-mf-library' },
        ...['guide', 'list', 'common', 'create', 'slot'].map((name) => ({
          file: `http://localhost:3002/v1/${name}.js`,
          integrity: `sha384-v1/${name}.js`,
        })),
        { file: 'http://localhost:3001/v1/remoteEntry.js', integrity: 'sha384-mf-auth' },
      ],
      onUse: [{ file: 'http://localhost:3002/v1/editor.js', integrity: 'sha384-v1/editor.js' }],
    });
    expect(composePage(options)).not.toContain('kept-files');
  });

  test('data cannot close its script element', () => {
    const evil = '</script><script>alert(1)</script><!--\u2028\u2029&';
    const html = composePage({ ...options, supportEmail: evil });
    expect(html).not.toContain('alert(1)</script>');
    expect(html).not.toContain('<!--');
    expect(html).not.toMatch(/[\u2028\u2029]/);
    expect(html.match(/<script/g)).toHaveLength(3);
    expect(dataOf(html).supportEmail).toBe(evil);
  });

  test('attribute values are escaped', () => {
    const broken = remote('mf-auth', 3001, { '/login': ['v1/"><script>.js'] });
    const html = composePage({ ...options, path: '/login', remotes: [broken] });
    expect(html).toContain('href="http://localhost:3001/v1/%22%3E%3Cscript%3E.js" integrity="sha384-v1/&quot;>&lt;script>.js"');
  });
});

describe('shapeFor', () => {
  const study = remote('mf-study', 3003, { '/quizzes': [], '/quizzes/:id': [] });
  study.manifest.routes = study.manifest.routes.map((route) => ({ ...route, isFocused: route.path.includes(':') }));
  test.each([
    ['/study-materials', 'cards'],
    ['/study-materials/abc', 'text'],
    ['/study-materials/create', 'cards'],
    ['/quizzes/abc', 'focused'],
    ['/login', 'plain'],
    ['/', 'plain'],
    ['/nowhere', 'plain'],
  ])('%s: %s', (path, shape) => {
    expect(shapeFor(path, [...remotes, study])).toBe(shape);
  });
});
