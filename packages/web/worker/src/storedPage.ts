import { cacheNames, framePath, keptFilesId, type KeptFile, type KeptFiles } from './names';

declare const self: ServiceWorkerGlobalScope;

/** Returns the page that starts without a network, if there is one. */
export const readStoredPage = (): Promise<Response | undefined> =>
  caches.match(framePath, { cacheName: cacheNames.frame, ignoreVary: true });

/** Reads the list of files in a page. @throws Error if it has none */
export const filesIn = (html: string): KeptFiles => {
  const text = new RegExp(`<script type="application/json" id="${keptFilesId}">(.*?)</script>`, 's').exec(html)?.[1];
  if (text === undefined) throw new Error('The page lists no files.');
  return JSON.parse(text) as KeptFiles;
};

export const addressOf = ({ file }: KeptFile): string => new URL(file, self.location.href).href;

let reading: Promise<ReadonlyMap<string, string>> | undefined;

const readIntegrities = async (): Promise<ReadonlyMap<string, string>> => {
  const page = await readStoredPage();
  if (!page) return new Map();
  const { shell, remotes, onUse } = filesIn(await page.text());
  return new Map(
    [...shell, ...remotes, ...onUse].flatMap((file) => (file.integrity === undefined ? [] : [[addressOf(file), file.integrity]])),
  );
};

/** Returns the integrity value of a script that the stored page or one of its remotes may load. */
export const integrityOf = async (address: string): Promise<string | undefined> => (await (reading ??= readIntegrities())).get(address);

/** Stores a page. Its files must be stored already. */
export const storePage = async (page: Response): Promise<void> => {
  await (await caches.open(cacheNames.frame)).put(framePath, page);
  reading = undefined;
};
