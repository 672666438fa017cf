import type { OfferedOverride, PageData, RegisteredRemote } from '../PageData';

/** A remote that comes from somewhere else than the registry says, or could. */
export interface OverrideState {
  id: string;
  /** Where it comes from, or would. */
  entry: string;
  isUsed: boolean;
}

const prefix = 'lectern:override:';
/** Stored in place of an address: the registered remote is wanted although another one is offered. */
const released = 'released';

const storedFor = (id: string): string | undefined => localStorage.getItem(`${prefix}${id}`) ?? undefined;

/** Takes on `?lectern:override:mf-study=http://localhost:9103/remoteEntry.js` from the page's address. */
const readAddress = (): void => {
  for (const [name, value] of new URLSearchParams(location.search)) if (name.startsWith(prefix)) localStorage.setItem(name, value);
};

/** Which remotes are, or could be, taken from elsewhere: by what this browser has stored, and by what the page offers. */
export const overridesOf = ({ registry, overrides = [] }: PageData): OverrideState[] => {
  readAddress();
  const ids = new Set([...registry.map(({ id }) => id), ...overrides.map(({ id }) => id)]);
  return [...ids].flatMap((id) => {
    const stored = storedFor(id);
    const offered = overrides.find((each) => each.id === id)?.entry;
    const entry = stored === released ? offered : (stored ?? offered);
    return entry === undefined || !URL.canParse(entry) ? [] : [{ id, entry, isUsed: stored !== released }];
  });
};

/** Goes back to the registered remote, or to the one from elsewhere. The page has to be loaded anew. */
export const chooseReleased = (id: string, isReleased: boolean, offered: readonly OfferedOverride[] = []): void => {
  if (isReleased && offered.some((each) => each.id === id)) localStorage.setItem(`${prefix}${id}`, released);
  else localStorage.removeItem(`${prefix}${id}`);
};

/** The page's data with remotes from elsewhere in place of registered ones. They have no integrity: they change with every edit. */
export const applyOverrides = (data: PageData): PageData => {
  const registry = new Map(data.registry.map((remote) => [remote.id, remote]));
  for (const { id, entry } of overridesOf(data).filter(({ isUsed }) => isUsed)) {
    const known = registry.get(id);
    const manifest = data.overrides?.find((each) => each.id === id)?.manifest ?? known?.manifest;
    if (!manifest) continue;
    const container = known?.container ?? id.replaceAll('-', '_');
    const override: RegisteredRemote = {
      ...known,
      id,
      container,
      entry,
      fallbackEntry: entry,
      integrity: '',
      version: 'development',
      manifest,
      isSplit: false,
      isOverride: true,
    };
    registry.set(id, override);
  }
  return { ...data, registry: [...registry.values()] };
};

/** Loads an entry that has no integrity. @throws Error when it does not come. */
export const loadOverride = (entry: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
    script.crossOrigin = 'anonymous';
    script.src = entry;
    script.onload = () => {
      resolve();
    };
    script.onerror = () => {
      script.remove();
      reject(new Error(`${entry} could not be loaded: is its development server running?`));
    };
    document.head.append(script);
  });
