import { readTarget } from './requestTarget.ts';

it.each([
  ['/', '/', ''],
  ['/folders', '/folders', ''],
  ['/folders/', '/folders/', ''],
  ['/folders/0195649a-0000-7000-8000-000000000001/materials', '/folders/0195649a-0000-7000-8000-000000000001/materials', ''],
  ['/folders?q=a%20b&limit=3', '/folders', '?q=a%20b&limit=3'],
  ['/folders?q=../internal//x\\y|[z]', '/folders', '?q=../internal//x\\y|[z]'],
  ['/folders/%C3%A4%20%25%F0%9F%8E%93', '/folders/%C3%A4%20%25%F0%9F%8E%93', ''],
  ['/a.b/..c/...', '/a.b/..c/...', ''],
  ["/x;y=1,2:3@4!$&'()*+", "/x;y=1,2:3@4!$&'()*+", ''],
])('takes %j', (target, path, query) => {
  expect(readTarget(target)).toEqual({ path, query });
  // URL parsers do not change an accepted target.
  expect(new URL(target, 'http://x').pathname).toBe(path);
});

it.each([
  undefined,
  '',
  '*',
  'folders',
  'http://localhost/folders',
  '//folders',
  '/folders//x',
  '/folders//',
  '/folders/../internal/events',
  '/folders/..',
  '/folders/.',
  '/./folders',
  '/folders/%2e%2e/internal',
  '/folders/%2E%2E/internal',
  '/folders/.%2E/internal',
  '/folders/%2E./internal',
  '/folders/..%2Finternal',
  '/folders/%2F',
  '/folders/..%5Cinternal',
  '/folders\\..\\internal',
  '/folders/%5C',
  '/folders/%00',
  '/folders/%0A',
  '/folders/%7F',
  '/folders/%C2%85',
  '/folders/a b',
  '/folders/ä',
  '/folders/\u0000',
  '/folders/\tx',
  '/folders#x',
  '/folders?x#y',
  '/folders?x y',
  '/%66olders',
  '/folders/%41',
  '/folders/%7E',
  '/folders/%c3%a4',
  '/folders/%C3',
  '/folders/%C0%AE',
  '/folders/%',
  '/folders/%2',
  '/folders/%ZZ',
  '/folders/"x"',
  '/folders/<x>',
  '/folders/{x}',
  '/folders/x|y',
  '/folders/^',
])('refuses %j', (target) => {
  expect(readTarget(target)).toBeUndefined();
});

it('refuses each path of three odd pieces that a URL parser would change', () => {
  const pieces = ['a', '.', '..', '/', '//', '\\', '%2E', '%2e', '%2F', '%5C', '%25', '%41', '%C3%A4', ';', '?', '#', '\t', ' '];
  let taken = 0;
  for (const one of pieces)
    for (const two of pieces)
      for (const three of pieces) {
        const target = `/folders/${one}${two}${three}`;
        const read = readTarget(target);
        if (!read) continue;
        taken += 1;
        const url = new URL(target, 'http://x');
        expect([url.pathname, decodeURI(url.pathname).startsWith('/folders/')]).toEqual([read.path, true]);
      }
  expect(taken).toBeGreaterThan(100);
});
