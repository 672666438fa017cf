import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createReleases, openReleaseStore, registryKey } from '@lectern/registry';
import type { ReadSettings } from '@lectern/service-kit';
import { root, say } from '../command.ts';
import { remotesOf, servesReleases } from '../remotes.ts';

/**
 * Returns the page server's registry settings. If this machine stores the releases, new builds of remotes are released first and the
 * registry gets the addresses of this start. A rollback stays in effect.
 *
 * @param settings - with absolute folders
 * @param pem - the Ed25519 key
 */
export async function provideReleases(settings: ReadSettings, pem: string): Promise<Record<string, string>> {
  const privateKey = createPrivateKey(pem);
  let publicKeyFile = settings.REGISTRY_PUBLIC_KEY_FILE;
  if (publicKeyFile === undefined) {
    publicKeyFile = join(settings.DATA_DIR, 'registry', 'public-key.pem');
    mkdirSync(join(settings.DATA_DIR, 'registry'), { recursive: true });
    writeFileSync(publicKeyFile, createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }));
  }
  const key = { REGISTRY_PUBLIC_KEY_FILE: publicKeyFile };
  const { RELEASE_STORE, RELEASES_URL, RELEASES_KEPT } = settings;
  if (!servesReleases(settings)) return { ...key, REGISTRY_URL: settings.REGISTRY_URL ?? `${RELEASES_URL ?? ''}/${registryKey}` };
  const releases = createReleases({ store: openReleaseStore(settings), privateKey, kept: RELEASES_KEPT, now: () => new Date() });
  await releases.start(remotesOf(root, settings), say);
  return { ...key, RELEASE_STORE, REGISTRY_FILE: join(RELEASE_STORE, registryKey) };
}
