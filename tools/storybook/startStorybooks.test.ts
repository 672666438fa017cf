import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findStorybooks, refsScript, startStorybooks, type Storybooks } from './startStorybooks.ts';

const root = mkdtempSync(join(tmpdir(), 'lectern-storybooks-'));
const write = (part: string, file: string, text: string): void => {
  mkdirSync(join(root, part, '.storybook'), { recursive: true });
  mkdirSync(join(root, part, 'storybook-static'), { recursive: true });
  writeFileSync(join(root, part, 'storybook-static', file), text);
};
for (const part of ['packages/web/ui', 'shell', 'mf-study']) {
  write(part, 'index.json', `{"of":"${part}"}`);
  write(part, 'index.html', `page of ${part}`);
}
write('packages/web/ui', 'refs.js', 'window.REFS = {};');
mkdirSync(join(root, 'mf-without-stories'));

let storybooks: Storybooks;
beforeAll(async () => {
  storybooks = await startStorybooks({ ...findStorybooks(root), port: 0 });
});
afterAll(async () => {
  await storybooks.close();
  rmSync(root, { recursive: true });
});
const get = async (path: string): Promise<[status: number, text: string]> => {
  const response = await fetch(`${storybooks.address}${path}`, { redirect: 'manual' });
  return [response.status, await response.text()];
};

it('serves the host at the root and each part below its id', async () => {
  expect(await get('/')).toEqual([200, 'page of packages/web/ui']);
  expect(await get('/?path=/story/x')).toEqual([200, 'page of packages/web/ui']);
  expect(await get('/mf-study/')).toEqual([200, 'page of mf-study']);
  expect(await get('/mf-study/index.json')).toEqual([200, '{"of":"mf-study"}']);
  expect((await get('/mf-study'))[0]).toBe(308);
  expect((await get('/mf-without-stories/index.json'))[0]).toBe(404);
});

it('lets pages of other origins read it', async () => {
  const { headers } = await fetch(`${storybooks.address}/mf-study/index.json`);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('content-type')).toBe('application/json');
});

it('names the parts to the host, below its own address or where they are deployed', async () => {
  const [, script] = await get('/refs.js');
  const { others } = findStorybooks(root, { 'mf-study': 'https://stories.example/study' });
  const refsOf = (text: string): unknown => {
    const window: { REFS?: unknown } = {};
    new Function('window', 'location', text)(window, { href: 'http://localhost:6006/?path=/docs/x' });
    return window.REFS;
  };
  expect(refsOf(script)).toEqual({
    shell: { id: 'shell', title: 'Shell', type: 'server-checked', url: 'http://localhost:6006/shell' },
    'mf-study': { id: 'mf-study', title: 'Study', type: 'server-checked', url: 'http://localhost:6006/mf-study' },
  });
  expect(refsOf(refsScript(others))).toMatchObject({ 'mf-study': { url: 'https://stories.example/study' } });
});

it.each(['/../shell/storybook-static/index.html', '/%2e%2e/%2e%2e/package.json', '/mf-study/..%2f..%2fshell', '/absent.js', '/%zz'])(
  'has nothing at %s',
  async (path) => {
    const { hostname, port } = new URL(storybooks.address);
    // `fetch` would normalise the path.
    const status = await new Promise((resolve, reject) => {
      request({ hostname, port, path }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect([400, 404]).toContain(status);
  },
);

it('names the missing build', async () => {
  mkdirSync(join(root, 'mf-unbuilt', '.storybook'), { recursive: true });
  await expect(startStorybooks({ ...findStorybooks(root), port: 0 })).rejects.toThrow(/There is no Storybook in .*mf-unbuilt/);
  expect(() => findStorybooks(root, { 'mf-other': 'https://x.example' })).toThrow('There is no part "mf-other"');
});
