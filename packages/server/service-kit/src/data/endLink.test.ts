import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDocumentStore } from '@lectern/document-store';
import { silentLog } from '../log.ts';
import { ShareLinks, shareLinksCollection } from '../ShareLinks.ts';
import { creationOf } from '../testing/creationOf.ts';
import { endLink } from './endLink.ts';

let dataFolder: string;
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'end-link-'));
});
afterEach(() => {
  rmSync(dataFolder, { recursive: true, force: true });
});

it('ends the link of an address while the service runs, once', async () => {
  const said: string[] = [];
  const options = { engine: { dataFolder }, say: (line: string) => void said.push(line) };
  const store = await openDocumentStore('study', [shareLinksCollection], options.engine);
  const links = new ShareLinks({
    ...{ store, secret: 'a secret of the tests', publicUrl: 'https://lectern.example', clock: () => new Date('2026-03-05T10:00:00Z') },
    log: silentLog,
    call: () => Promise.reject(new Error('not expected')),
  });
  const thing = { userId: 'u1', kind: 'deck' as const, id: 'd1' };
  const { url } = await links.create(thing, {}, creationOf('01956499-7000-7000-8000-000000000001'));
  await endLink(`${url}?from=mail`, options);
  expect(said).toEqual(['The link of this deck has ended.']);
  await expect(links.get('u1', 'd1')).rejects.toMatchObject({ code: 'not_found' });
  await expect(endLink(url, options)).rejects.toThrow('There is no such link any more.');
  for (const other of [undefined, 'https://lectern.example/login', url.replace('deck', 'account')])
    await expect(endLink(other, options)).rejects.toThrow('data:end-link needs the address of a shared page.');
  await store.close();
});
