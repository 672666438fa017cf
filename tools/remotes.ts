import { join, resolve } from 'node:path';
import { remoteIds, remotePortSetting } from '@lectern/contracts';
import { folderOf } from '@lectern/registry';
import { objectFolderOf } from '@lectern/object-store';
import type { ReadSettings } from '@lectern/service-kit';

/** A remote of this checkout. */
export interface LocalRemote {
  id: string;
  /** The output folder of its build. */
  distFolder: string;
  /** The URL of its folder in the store, with a trailing slash. */
  base: string;
}

/** Returns the remotes, each below the releases URL or on its own port of the site's host. */
export const remotesOf = (root: string, settings: ReadSettings): LocalRemote[] => {
  const { PUBLIC_URL, RELEASES_URL } = settings;
  return remoteIds.map((id) => {
    const ownPort = `http://${new URL(PUBLIC_URL).hostname}:${String(settings[remotePortSetting(id)])}/`;
    return { id, distFolder: join(root, id, 'dist'), base: RELEASES_URL === undefined ? ownPort : `${RELEASES_URL}/${id}/` };
  });
};

/** Whether this machine stores and serves the releases itself. */
export const servesReleases = (settings: ReadSettings): boolean =>
  folderOf(settings.RELEASE_STORE) !== undefined && settings.REGISTRY_URL === undefined;

/** Resolves the settings' folders against the root, for commands that run in other folders. */
export const inFolder = (root: string, settings: ReadSettings): ReadSettings => {
  const { DATA_DIR, OBJECT_STORE_URL, RELEASE_STORE } = settings;
  const objects = objectFolderOf(OBJECT_STORE_URL);
  return {
    ...settings,
    DATA_DIR: resolve(root, DATA_DIR),
    OBJECT_STORE_URL: objects === undefined ? OBJECT_STORE_URL : resolve(root, objects),
    RELEASE_STORE: folderOf(RELEASE_STORE) === undefined ? RELEASE_STORE : resolve(root, RELEASE_STORE),
  };
};
