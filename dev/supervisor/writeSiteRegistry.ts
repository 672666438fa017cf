import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { remoteIds, remotePortSetting } from '@lectern/contracts';
import type { ReadSettings } from '@lectern/service-kit';
import { writeRegistry } from '@lectern/registry';

/** Where a remote is reached: its own port under the site's host name, so that two copies of the site never share one. */
const originOf = (publicUrl: string, port: number): string => {
  const { hostname } = new URL(publicUrl);
  return `http://${hostname}:${port}`;
};

/** Writes the registry of this start: the newest build of each remote at the ports of the settings, signed. */
export async function writeSiteRegistry(options: {
  root: string;
  dataFolder: string;
  settings: ReadSettings;
  /** Ed25519, PEM. */
  privateKey: string;
}): Promise<{ environment: Record<string, string> }> {
  const { root, dataFolder, settings } = options;
  const folder = join(dataFolder, 'registry');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'remotes.json');
  const publicKeyFile = join(folder, 'public-key.pem');
  const privateKey = createPrivateKey(options.privateKey);
  const remotes = remoteIds.map((id) => ({
    id,
    origin: originOf(settings.PUBLIC_URL, settings[remotePortSetting(id)]),
    distFolder: join(root, id, 'dist'),
  }));
  await writeRegistry({ remotes, file, privateKey });
  writeFileSync(publicKeyFile, createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }));
  return { environment: { REGISTRY_FILE: file, REGISTRY_PUBLIC_KEY_FILE: publicKeyFile } };
}
