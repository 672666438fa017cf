import {
  assertRemote,
  createRemote,
  incompatibilityOf,
  type RemoteDefinition,
  type RemoteManifest,
  type ShellContract,
} from './remoteContract';

const load = () => Promise.resolve(() => null);
const definition: RemoteDefinition = {
  id: 'mf-auth',
  contract: 1,
  routes: [
    { path: '/login', access: 'signed-out', load },
    { path: '/settings', access: 'signed-in', load },
  ],
};
const manifest: RemoteManifest = {
  id: 'mf-auth',
  contract: 1,
  routes: [{ path: '/login', access: 'signed-out', screen: 'sign-in/login' }],
  navigation: [],
  slots: [],
};

describe('createRemote', () => {
  test('creates a frozen remote that assertRemote accepts', () => {
    const remote = createRemote(definition);
    expect(Object.isFrozen(remote)).toBe(true);
    expect(remote.slots).toEqual({});
    expect(assertRemote(remote, manifest)).toBe(remote);
  });

  test('refuses a route without a slash, and a duplicate one', () => {
    expect(() => createRemote({ ...definition, routes: [{ path: 'login', access: 'signed-out', load }] })).toThrow(
      'mf-auth: the route "login" must begin with a slash.',
    );
    expect(() => createRemote({ ...definition, routes: [...definition.routes, ...definition.routes] })).toThrow(
      'mf-auth: the route "/login" stands twice.',
    );
  });
});

describe('assertRemote refuses', () => {
  const unmade: unknown = { ...definition, slots: {} };
  test.each([undefined, null, 'mf-auth', {}, unmade])('an object that createRemote did not create: %p', (value) => {
    expect(() => assertRemote(value, manifest)).toThrow('mf-auth does not expose a remote made by createRemote.');
  });

  test('a remote with another id', () => {
    expect(() => assertRemote(createRemote({ ...definition, id: 'mf-study' }), manifest)).toThrow('mf-auth answers as mf-study.');
  });

  test('another contract than in its manifest', () => {
    expect(() => assertRemote(createRemote({ ...definition, contract: 2 }), manifest)).toThrow(
      'mf-auth speaks contract 2, its manifest 1.',
    );
  });

  test('a page of the manifest that is missing in the code', () => {
    expect(() => assertRemote(createRemote({ ...definition, routes: [definition.routes[1]!] }), manifest)).toThrow(
      'mf-auth does not offer /login, which its manifest names.',
    );
  });
});

describe('shell and remote', () => {
  const shell: ShellContract = { oldest: 1, newest: 2, capabilities: ['toasts/1', 'drafts/1'] };
  test.each([
    [0, [], 'mf-auth was written for contract 0; this shell speaks 1 to 2.'],
    [1, [], undefined],
    [2, ['toasts/1'], undefined],
    [2, ['toasts/2', 'drafts/1', 'undo/1'], 'mf-auth needs toasts/2, undo/1, which this shell does not have.'],
    [3, [], 'mf-auth was written for contract 3; this shell speaks 1 to 2.'],
  ])('contract %p with %p', (contract, needs, incompatibility) => {
    expect(incompatibilityOf({ ...manifest, contract, needs }, shell)).toBe(incompatibility);
  });

  test('a manifest of contract 1 names no capabilities', () => {
    expect(incompatibilityOf(manifest, { ...shell, capabilities: [] })).toBeUndefined();
  });
});
