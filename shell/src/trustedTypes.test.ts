type Rules = { createScriptURL: (address: string) => string | null };
const createPolicy = jest.fn<unknown, [string, Rules]>();

const load = async (): Promise<Rules> => {
  document.head.innerHTML = '<meta property="csp-nonce" nonce="n1">';
  const data = document.head.appendChild(document.createElement('script'));
  data.type = 'application/json';
  data.id = 'lectern';
  const registry = ['localhost', '127.0.0.1'].map((host) => ({ entry: `http://${host}:3001/v1/remoteEntry.js` }));
  data.textContent = JSON.stringify({ registry });
  Object.assign(globalThis, { trustedTypes: { createPolicy } });
  await import('./trustedTypes');
  return createPolicy.mock.calls[0]![1];
};

test('scripts may be loaded from our assets and registered origins only; markup has no rule', async () => {
  const rules = await load();
  expect(createPolicy.mock.calls[0]![0]).toBe('default');
  expect(Object.keys(rules)).toEqual(['createScriptURL']);
  for (const address of [
    '/assets/abc/main.js',
    'http://localhost:3001/v1/login.js',
    'http://127.0.0.1:3001/x.js?retry=1',
    '/service-worker.js',
  ])
    expect(rules.createScriptURL(address)).toBe(address);
  for (const address of [
    '/csp-report',
    'https://example.org/service-worker.js',
    '/assets/../robots.txt',
    'http://localhost:3999/v1/login.js',
    'https://localhost:3001/x.js',
    'http://localhost.example.org:3001/x.js',
    '//example.org/x.js',
    'data:text/javascript,alert(1)',
    'javascript:alert(1)',
    'blob:http://localhost:3001/x',
  ])
    expect([address, rules.createScriptURL(address)]).toEqual([address, null]);
  expect(globalThis).toMatchObject({ __zod_globalConfig: { jitless: true }, __nonce__: 'n1' });
});
