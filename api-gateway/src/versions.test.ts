import { serviceNames, type ServiceName } from '@lectern/contracts';
import type { InternalClient } from '@lectern/service-kit';
import { versionsOf } from './versions.ts';

test('versions are those of the services, unknown without an answer, and asked once in three seconds', async () => {
  let now = 0;
  const asked: ServiceName[] = [];
  const down = new Set<ServiceName>(['billing']);
  const call = (async ({ to, path }) => {
    expect(path).toBe('/internal/version');
    asked.push(to);
    if (down.has(to)) throw new Error('down');
    return { version: to === 'study' ? '2.1' : '1.0' };
  }) as InternalClient;
  const versions = versionsOf({ call, monotonic: () => now });

  const [first, second] = await Promise.all([versions(), versions()]);
  expect(first).toBe(second);
  expect(first.services).toMatchObject({ auth: '1.0', study: '2.1', billing: 'unknown' });
  expect(asked.sort()).toEqual([...serviceNames].sort());

  down.clear();
  now = 2_999;
  expect((await versions()).services.billing).toBe('unknown');
  now = 3_000;
  expect((await versions()).services.billing).toBe('1.0');
  expect(asked).toHaveLength(2 * serviceNames.length);
});
