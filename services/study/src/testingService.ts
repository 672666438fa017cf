import type { Call } from '@lectern/contracts';
import { coalesceReads } from '@lectern/document-store';
import { countingStore, flakyStore, memoryStore } from '@lectern/document-store/testing';
import { createContentMetrics, createMetrics, silentLog, type ResourceService } from '@lectern/service-kit';
import { credentialHeaders } from '@lectern/service-kit/testing';
import { createApp } from './createApp.ts';
import { allCollections } from './store.ts';
import { createStudyFake } from './testing.ts';

const secret = 'a secret of the tests';

/** The learner whose calls are made. */
export const learner = 'u1';

/** The parts of a call. */
interface Sent {
  params?: Record<string, string>;
  body?: object;
  query?: string;
  /** The `Idempotency-Key` of a creating call. Defaults to a new one. */
  key?: string;
}

/** Returns functions that call the service. */
const callsOf = ({ app }: Pick<ResourceService, 'app'>, now: () => Date) => {
  let keys = 0;
  /** Makes a call as the browser does: creating calls have a key. @returns the answer of the service */
  const send = async ({ method, path, creates }: Call, { params = {}, body, query = '', key }: Sent = {}): Promise<Response> => {
    const address = Object.entries(params).reduce((text, [name, value]) => text.replace(`:${name}`, value), path);
    return app.request(`${address}${query}`, {
      method,
      headers: {
        ...credentialHeaders(secret, 'study', address, { identity: { userId: learner }, now: now() }),
        ...(body && { 'content-type': 'application/json' }),
        ...(creates && { 'idempotency-key': key ?? `key-${(keys += 1)}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  };
  /** Makes a call that succeeds. */
  const ask = async <T>(call: Call, sent: Sent = {}): Promise<T> => {
    const response = await send(call, sent);
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${call.id}: ${response.status} ${JSON.stringify(answer)}`);
    return answer as T;
  };
  /** Makes a call as another service does. */
  const askInternally = async (path: string): Promise<unknown> => {
    const response = await app.request(path, { headers: credentialHeaders(secret, 'study', path, { identity: {}, now: now() }) });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.json();
  };
  return { send, ask, askInternally };
};

/**
 * Starts the service on a store that counts its requests. Reads side by side are one request, as in `openDocumentStore`.
 *
 * @param whileGenerating - runs during the generation of a quiz
 */
export const startServiceFake = async (whileGenerating: () => Promise<unknown> = async () => undefined) => {
  const fake = createStudyFake();
  const { content, study, objects, threads } = fake;
  const metrics = createMetrics({ part: 'study' });
  const flaky = flakyStore(memoryStore(allCollections));
  const store = countingStore(flaky);
  const service = createApp({
    store: coalesceReads(store),
    content: {
      ...content,
      quiz: async (...given) => {
        await whileGenerating();
        return content.quiz(...given);
      },
      degraded: () => undefined,
      idle: async () => undefined,
      stop: async () => undefined,
    },
    deckReader: study.deckReader,
    objects,
    pictureEncoder: study.cardPictures.encoder,
    threads,
    contentMetrics: createContentMetrics(metrics),
    fit: async () => undefined,
    apiUrl: 'http://localhost:8080',
    publicUrl: 'http://localhost:3000',
    internalSecret: secret,
    call: async (request) => {
      if (request.path.startsWith('/internal/plan'))
        return request.answer.parse({ userId: learner, tier: 'premium', status: 'active', premiumUntil: null, version: 1 });
      if (request.path.endsWith('/owned')) return request.answer.parse(request.body);
      return request.path.endsWith('/pictures') ? request.answer.parse([]) : study.call(request);
    },
    metrics,
    log: silentLog,
    clock: () => fake.now,
  });
  await service.settle();
  return { fake, store, flaky, idle: () => service.idle(), ...callsOf(service, () => fake.now) };
};
