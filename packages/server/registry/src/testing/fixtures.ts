import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deployment, RemoteManifest, RemoteRelease } from '../Deployment.ts';

/** Returns an `integrity` value as builds write it. */
export const integrityOf = (content: string): string => `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** Returns the manifest of a remote with one page. */
const manifestOf = (id: string): RemoteManifest => ({
  id,
  contract: 1,
  routes: [{ path: `/${id}`, access: 'signed-out', screen: 'page' }],
  navigation: [],
  slots: [],
});

/** Returns a default deployment. */
export const deploymentOf = (id: string, version: string, change: Partial<Deployment> = {}): Deployment => ({
  url: `http://localhost:3001/${version}/remoteEntry.js`,
  fallbackUrl: `http://localhost:3001/${version}/remoteEntry.js`,
  metadata: { integrity: integrityOf(version), version },
  deployment: { traffic: 100, default: true },
  extras: {
    container: id.replaceAll('-', '_'),
    manifest: manifestOf(id),
    routes: { [`/${id}`]: [{ file: `${version}/page.js`, integrity: integrityOf('page') }] },
    since: '2026-01-01T00:00:00.000Z',
  },
  ...change,
});

/** Returns a deployment for a share of visitors. */
export const canaryOf = (id: string, version: string, traffic: number): Deployment =>
  deploymentOf(id, version, { deployment: { traffic, default: false } });

/** Writes the files of a build. @returns its `dist` folder */
export const writeBuild = async (folder: string, id: string, version: string): Promise<string> => {
  const distFolder = join(folder, `${id}-${version}`);
  const release: RemoteRelease = {
    name: id,
    version,
    container: id.replaceAll('-', '_'),
    entry: `${version}/remoteEntry.js`,
    integrity: integrityOf(version),
    consumes: `${version}/consumes.json`,
    manifest: manifestOf(id),
    routes: { [`/${id}`]: [{ file: `${version}/page.js`, integrity: integrityOf('page') }] },
  };
  await mkdir(join(distFolder, version, 'fonts'), { recursive: true });
  for (const file of ['remoteEntry.js', 'remoteEntry.js.br', 'remoteEntry.js.map', 'page.js', 'fonts/inter.woff2'])
    await writeFile(join(distFolder, version, file), `${file} of ${version}`);
  await writeFile(join(distFolder, 'release.json'), JSON.stringify(release));
  return distFolder;
};
