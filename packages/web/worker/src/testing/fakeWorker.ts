import type { WorkerSettings } from '../names';

/** A cache in memory: in the order of insertion, by address, as browsers keep it. */
class FakeCache {
  readonly entries = new Map<string, Response>();
  readonly storage: FakeCaches;

  constructor(storage: FakeCaches) {
    this.storage = storage;
  }

  match(key: RequestInfo): Promise<Response | undefined> {
    return Promise.resolve(this.entries.get(addressOf(key))?.clone());
  }

  put(key: RequestInfo, response: Response): Promise<void> {
    if (this.storage.isFull) return Promise.reject(Object.assign(new Error('full'), { name: 'QuotaExceededError' }));
    this.entries.delete(addressOf(key));
    this.entries.set(addressOf(key), response);
    return Promise.resolve();
  }

  delete(key: RequestInfo): Promise<boolean> {
    return Promise.resolve(this.entries.delete(addressOf(key)));
  }

  keys(): Promise<Request[]> {
    return Promise.resolve([...this.entries.keys()].map((url) => new Request(url)));
  }
}

const origin = 'https://lectern.example';
const addressOf = (key: RequestInfo): string => new URL(typeof key === 'string' ? key : key.url, origin).href;

class FakeCaches {
  readonly all = new Map<string, FakeCache>();
  /** The device has no room left. */
  isFull = false;

  open(name: string): Promise<FakeCache> {
    const cache = this.all.get(name) ?? new FakeCache(this);
    this.all.set(name, cache);
    return Promise.resolve(cache);
  }

  async match(key: RequestInfo, { cacheName = '' }: { cacheName?: string } = {}): Promise<Response | undefined> {
    return this.all.get(cacheName)?.match(key);
  }

  delete(name: string): Promise<boolean> {
    return Promise.resolve(this.all.delete(name));
  }

  keys(): Promise<string[]> {
    return Promise.resolve([...this.all.keys()]);
  }

  /** The addresses in a cache, in their order. */
  addresses(name: string): string[] {
    return [...(this.all.get(name)?.entries.keys() ?? [])];
  }
}

/** What a request is for. Node's requests do not know it. */
interface Purpose {
  mode?: string;
  destination?: string;
}

/** A worker's global scope without a browser. Set up before the modules of the worker are imported. */
export const installFakeWorker = () => {
  const settings: WorkerSettings = { api: 'https://lectern.example/api', remotes: ['https://cdn.example'] };
  const listeners = new Map<string, ((event: object) => void)[]>();
  const caches = new FakeCaches();
  const told: unknown[] = [];
  const fetched: Request[] = [];
  let answers: (request: Request) => Response | Promise<Response> = () => Response.error();
  const windows = [{ postMessage: (message: unknown) => void told.push(message) }];

  class ExtendableEvent extends Event {
    readonly work: Promise<unknown>[] = [];
    waitUntil(work: Promise<unknown>): void {
      this.work.push(work);
    }
  }
  class FetchEvent extends ExtendableEvent {
    answer: Promise<Response> | undefined;
    readonly preloadResponse = Promise.resolve(undefined);
    readonly request: Request;
    constructor(request: Request) {
      super('fetch');
      this.request = request;
    }
    respondWith(answer: Promise<Response>): void {
      this.answer = Promise.resolve(answer);
    }
  }
  const scope = {
    lecternWorker: settings,
    // Workbox would describe each request.
    __WB_DISABLE_DEV_LOGS: true,
    location: new URL('/service-worker.js', origin),
    ExtendableEvent,
    FetchEvent,
    caches,
    clients: { matchAll: () => Promise.resolve(windows), claim: () => Promise.resolve() },
    registration: { unregister: jest.fn(() => Promise.resolve(true)) },
    skipWaiting: jest.fn(() => Promise.resolve()),
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, [...(listeners.get(type) ?? []), listener]),
    fetch: async (input: RequestInfo, init?: RequestInit) => {
      const request = typeof input === 'string' ? new Request(new URL(input, origin), { ...init, mode: 'cors' }) : input;
      fetched.push(request);
      return answers(request);
    },
  };
  Object.assign(globalThis, scope, { self: globalThis });

  const dispatch = async (event: ExtendableEvent): Promise<void> => {
    for (const listener of listeners.get(event.type) ?? []) listener(event);
    // Work may add more work.
    for (let done = 0; done < event.work.length; done += 1) await event.work[done]?.catch(() => undefined);
  };
  return {
    caches,
    fetched,
    told,
    windows,
    registration: scope.registration,
    skipWaiting: scope.skipWaiting,
    /** Sets what the network answers. A thrown TypeError is a missing network. */
    network: (next: typeof answers): void => {
      answers = next;
    },
    /** Makes a request as a page does. Resolves once the worker has done everything; to `undefined` if it leaves the request to the browser. */
    request: async (path: string, init: RequestInit = {}, { mode, destination = '' }: Purpose = {}): Promise<Response | undefined> => {
      const request = new Request(new URL(path, origin), init);
      Object.defineProperty(request, 'destination', { value: destination });
      if (mode !== undefined) Object.defineProperty(request, 'mode', { value: mode });
      const event = new FetchEvent(request);
      const done = dispatch(event);
      const answer = await event.answer;
      await done;
      return answer;
    },
    tell: (type: string, data?: unknown): Promise<void> => dispatch(Object.assign(new ExtendableEvent(type), { data })),
  };
};

export const offline = (): never => {
  throw new TypeError('Failed to fetch');
};
