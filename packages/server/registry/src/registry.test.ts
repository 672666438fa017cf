import { generateKeyPairSync } from 'node:crypto';
import { deploymentOf } from './testing/fixtures.ts';
import { emptyRegistry, numbered, readSignedRegistry, signRegistry, type Registry } from './registry.ts';

const keys = generateKeyPairSync('ed25519');
const others = generateKeyPairSync('ed25519');
const good = deploymentOf('mf-auth', 'v1');
const registry: Registry = { ...emptyRegistry, microFrontends: { 'lectern/mf-auth': [good] } };

/** Signs anything as if it were a registry. */
const read = (value: object) => readSignedRegistry(signRegistry(value as Registry, keys.privateKey), keys.publicKey);
/** Reads a registry with a valid deployment and this one. @returns the kept deployments, and the reason of a refusal */
const refusal = (deployment: object) => {
  const found = read({ ...registry, microFrontends: { ...registry.microFrontends, 'lectern/mf-study': [deployment] } });
  expect(found.registry.microFrontends['lectern/mf-auth']).toEqual([good]);
  expect(found.registry.microFrontends['lectern/mf-study']).toEqual([]);
  return found.refused;
};

describe('a signed registry', () => {
  it('is read as it was written, with the additional fields of a newer manifest', () => {
    expect(read(registry)).toEqual({ registry, sequence: 0, refused: [] });
    const newer = { ...good, extras: { ...good.extras, manifest: { ...good.extras.manifest, capabilities: ['a/v1'] } } };
    expect(read({ ...registry, microFrontends: { 'lectern/mf-auth': [newer] } }).registry.microFrontends['lectern/mf-auth']).toEqual([
      newer,
    ]);
  });

  it('is refused when a byte of it changed, or another key signed it', () => {
    const { bytes, signatures } = signRegistry(registry, keys.privateKey);
    const changed = Buffer.from(bytes.toString().replace('localhost:3001', 'localhost:3999'));
    expect(() => readSignedRegistry({ bytes: changed, signatures }, keys.publicKey)).toThrow('signature');
    expect(() => readSignedRegistry({ bytes, signatures }, others.publicKey)).toThrow('signature');
    expect(() => readSignedRegistry({ bytes, signatures: '' }, keys.publicKey)).toThrow('signature');
    expect(() => readSignedRegistry({ bytes, signatures: 'no base64 at all' }, keys.publicKey)).toThrow('signature');
  });

  it('is trusted by any of several signatures, as during a replacement', () => {
    const { bytes, signatures } = signRegistry(registry, keys.privateKey);
    const newer = signRegistry({ ...registry, microFrontends: {} }, keys.privateKey).signatures;
    expect(readSignedRegistry({ bytes, signatures: `${newer}\n${signatures}\n` }, keys.publicKey).registry).toEqual(registry);
  });

  it('has the number of its write, even if the deployment with it is refused', () => {
    const second = numbered(registry, 2);
    expect(read(second)).toEqual({ registry: second, sequence: 2, refused: [] });
    const { metadata: _metadata, ...bare } = deploymentOf('mf-study', 'v1');
    expect(read(numbered({ ...emptyRegistry, microFrontends: { 'lectern/mf-study': [bare as never] } }, 3)).sequence).toBe(3);
    expect(read({ ...registry, microFrontends: { 'lectern/mf-auth': [7, null, { extras: { sequence: 'high' } }] } }).sequence).toBe(0);
  });

  it('is refused in another format', () => {
    expect(() => read({ remotes: [] })).toThrow('Frontend Discovery');
    expect(() => read({ ...registry, microFrontends: undefined })).toThrow('Frontend Discovery');
  });
});

describe('a single deployment is refused', () => {
  const study = deploymentOf('mf-study', 'v1');
  it.each([
    ['without an integrity value', { ...study, metadata: { version: 'v1' } }, /metadata\.integrity/],
    [
      'with an integrity value of another kind',
      { ...study, metadata: { version: 'v1', integrity: 'sha256-abc' } },
      /integrity is no sha384/,
    ],
    [
      'with a page’s script without integrity',
      { ...study, extras: { ...study.extras, routes: { '/x': [{ file: 'v1/x.js' }] } } },
      /extras\.routes\.\/x\.0\.integrity/,
    ],
    ['at no web address', { ...study, url: 'javascript:alert(1)' }, /url is no address/],
    ['with more than all the traffic', { ...study, deployment: { traffic: 101, default: true } }, /deployment\.traffic/],
    ['under another’s name', deploymentOf('mf-auth', 'v1'), /is of mf-auth/],
    ['without a manifest', { ...study, extras: { ...study.extras, manifest: undefined } }, /extras\.manifest/],
  ])('%s', (_, deployment, reason) => {
    expect(refusal(deployment)).toEqual([expect.stringMatching(/^lectern\/mf-study, deployment 1: /)]);
    expect(refusal(deployment)[0]).toMatch(reason);
  });

  it('a remote without a list has none', () => {
    expect(read({ ...registry, microFrontends: { 'lectern/mf-study': {} } })).toMatchObject({
      registry: { microFrontends: { 'lectern/mf-study': [] } },
      refused: ['lectern/mf-study: has no list of deployments'],
    });
  });
});
