import type { OfferedOverride, PageData, RegisteredRemote } from '../PageData';

/** A remote that is, or can be, loaded from an address other than the registry's. */
export interface OverrideState {
  id: string;
  /** The other address. */
  entry: string;
  isUsed: boolean;
}

const prefix = 'lectern:override:';
/** Stored instead of an address if the developer chose the registered remote although the page offers another one. */
const released = 'released';

const storedFor = (id: string): string | undefined => localStorage.getItem(`${prefix}${id}`) ?? undefined;

/** Stores an override from the page's address: `?lectern:override:mf-study=http://localhost:9103/remoteEntry.js`. */
const readAddress = (): void => {
  for (const [name, value] of new URLSearchParams(location.search)) if (name.startsWith(prefix)) localStorage.setItem(name, value);
};

/** The overrides stored in this browser and those that the page offers. */
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

/** Switches between the registered remote and the override. Takes effect on the next page load. */
export const chooseReleased = (id: string, isReleased: boolean, offered: readonly OfferedOverride[] = []): void => {
  if (isReleased && offered.some((each) => each.id === id)) localStorage.setItem(`${prefix}${id}`, released);
  else localStorage.removeItem(`${prefix}${id}`);
};

/**
 * Replaces registered remotes in the page's data with the overrides. Overrides have no integrity value, because they change with every
 * edit.
 */
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

/** Loads an entry without an integrity value. @throws Error if it cannot be loaded */
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
