import { serviceNames, services } from './parts.ts';
import { missingCapabilities } from './missingCapabilities.ts';
import { Versions } from './versionCall.ts';

test.each([
  ['1.0', '1.0', true],
  ['1.0', '1.7', true],
  ['1.10', '1.9', false],
  ['1.9', '1.10', true],
  ['1.0', '2.0', false],
  ['2.0', '1.9', false],
  ['1.0', 'unknown', true],
  ['1.0', undefined, true],
  ['1.0', 'nonsense', true],
])('needing %s of a service that runs %s', (needed, running, isMet) => {
  const versions: Record<string, string> = running === undefined ? {} : { study: running };
  expect(missingCapabilities({ study: needed }, versions)).toEqual(isMet ? [] : [{ service: 'study', needed, running }]);
});

test('a remote without needs, and unknown versions, have no missing capability', () => {
  expect(missingCapabilities(undefined, { study: '1.0' })).toEqual([]);
  expect(missingCapabilities({ study: '9.0' }, undefined)).toEqual([]);
});

test('every service has a version of the form that is answered', () => {
  const all = Object.fromEntries(serviceNames.map((name) => [name, services[name].version]));
  expect(Versions.safeParse({ gateway: 'unknown', services: all }).success).toBe(true);
  expect(Versions.safeParse({ gateway: '1', services: all }).success).toBe(false);
});
