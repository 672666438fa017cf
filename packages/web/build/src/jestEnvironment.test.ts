const { needsOf } = jest.requireActual<{ needsOf: (selector: string) => { name: string; classes: string[] }[] | undefined }>(
  './jest.environment.web.cjs',
);

it.each([
  ['button', [['button']]],
  ['.a', [['', 'a']]],
  ['.a > Button.b.c:hover', [['button', 'b', 'c']]],
  ['.a *', [['']]],
  ['h1, .a::before', [['h1'], ['', 'a']]],
  [
    '.a:hover:not(:disabled, .b),.c[data-state="open"]',
    [
      ['', 'a'],
      ['', 'c'],
    ],
  ],
  [".a[aria-busy='true']", [['', 'a']]],
  [':where(.a, .b)', [['']]],
  [':root', [['']]],
  ['#a.b', [['', 'b']]],
])('an element that %s matches needs %j', (selector, expected) => {
  expect(needsOf(selector)?.map(({ name, classes }) => [name, ...classes])).toEqual(expected);
});

it.each(['.a\\:b', ':is(:not(.a), .b)', '[title="a b"]', '[title="a,b"]'])('%s is left to jsdom', (selector) => {
  expect(needsOf(selector)).toBeUndefined();
});
