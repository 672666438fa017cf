import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createReleases, openReleaseStore, registryKey } from '@lectern/registry';
import type { ReadSettings } from '@lectern/service-kit';
import { remotesOf, servesReleases } from '../remotes.ts';

/**
 * The settings of the registry for the page server. If this machine keeps the releases, new builds of remotes are released first, and the
 * registry gets the addresses of this start; a rollback stays in effect.
 */
export async function provideReleases(options: {
  root: string;
  dataFolder: string;
  /** With an absolute `RELEASE_STORE`. */
  settings: ReadSettings;
  /** Ed25519, PEM. */
  privateKey: string;
  say: (line: string) => void;
}): Promise<{ environment: Record<string, string> }> {
  const { root, dataFolder, settings, say } = options;
  const privateKey = createPrivateKey(options.privateKey);
  let publicKeyFile = settings.REGISTRY_PUBLIC_KEY_FILE;
  if (publicKeyFile === undefined) {
    const folder = join(dataFolder, 'registry');
    mkdirSync(folder, { recursive: true });
    publicKeyFile = join(folder, 'public-key.pem');
    writeFileSync(publicKeyFile, createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }));
  }
  const environment = { REGISTRY_PUBLIC_KEY_FILE: publicKeyFile };
  if (!servesReleases(settings))
    return { environment: { ...environment, REGISTRY_URL: settings.REGISTRY_URL ?? `${settings.RELEASES_URL ?? ''}/${registryKey}` } };
  const store = openReleaseStore(settings);
  const releases = createReleases({ store, privateKey, kept: settings.RELEASES_KEPT, now: () => new Date() });
  await releases.start(remotesOf(root, settings), say);
  return {
    environment: { ...environment, RELEASE_STORE: settings.RELEASE_STORE, REGISTRY_FILE: join(settings.RELEASE_STORE, registryKey) },
  };
}
