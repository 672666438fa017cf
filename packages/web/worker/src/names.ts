/** The names that the service worker shares with the page. */

const prefix = 'lectern-';

/** The worker's caches. */
export const cacheNames = {
  /** The page that starts without a network. */
  frame: `${prefix}frame`,
  /** Scripts of the shell and of remotes, and fonts. Shared by all learners of a device. */
  files: `${prefix}files`,
  /** Answers of the API. */
  answers: `${prefix}answers`,
  pictures: `${prefix}pictures`,
} as const;

/** Whether a cache is the worker's. Includes those of former versions. */
export const isOurs = (cache: string): boolean => cache.startsWith(prefix);

/** The caches with a learner's data. */
export const learnerCaches = [cacheNames.answers, cacheNames.pictures] as const;

/** Deletes everything of the learner. The page calls it, too, because it may have no worker. */
export const deleteLearnerCaches = async (): Promise<void> => {
  await Promise.all(learnerCaches.map((name) => caches.delete(name)));
};

/** Deletes all of the worker's caches. */
export const deleteAllCaches = async (): Promise<void> => {
  const names = await caches.keys();
  await Promise.all(names.filter(isOurs).map((name) => caches.delete(name)));
};

/** What the page tells the worker. */
export type PageMessage =
  /** Fetch the current registry, what it names, and today's queue. `inUse`: scripts that the page has loaded. */
  | { type: 'refresh'; inUse: readonly string[]; token: string | undefined }
  /** Store nothing any more: the worker is being removed. */
  | { type: 'stop' }
  /** The learner has left. */
  | { type: 'forget' };

/** What the worker tells pages: whether its last request reached the network. */
export interface WorkerMessage {
  type: 'network';
  isReachable: boolean;
}

/** The path of the page that starts without a network. The page server composes it for no particular path. */
export const framePath = '/page.html';

/** The id of the script element in that page that lists the files to keep. */
export const keptFilesId = 'kept-files';

export interface KeptFile {
  file: string;
  /** Absent for fonts. */
  integrity?: string;
}

/** The files to keep with a page. */
export interface KeptFiles {
  /** Without one of them the page would not start. */
  shell: readonly KeptFile[];
  /** Entries, and the chunks of learners' screens. */
  remotes: readonly KeptFile[];
  /** Chunks that are kept once a page has loaded them. */
  onUse: readonly KeptFile[];
}

/** The settings that the page server writes before the worker's code. */
export interface WorkerSettings {
  /** The gateway's address. */
  api: string;
  /** Origins of remotes. */
  remotes: readonly string[];
}

/** The name of the worker's global variable with its settings. */
export const settingsName = 'lecternWorker';
