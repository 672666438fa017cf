import {
  createContentMetrics,
  createInternalClient,
  createLog,
  createMetrics,
  generationModel,
  orEnd,
  readSettings,
  requireSetting,
  serve,
  serviceOrigins,
  storeEngine,
} from '@lectern/service-kit';
import { createTaskThreads } from '@lectern/service-kit/task-threads';
import { openObjectStore } from '@lectern/object-store';
import { createPictureEncoder } from '@lectern/pictures';
import { createApp } from './createApp.ts';
import { createDeckReader } from './imports/createDeckReader.ts';
import { fitInProcess } from './parameters/fitInProcess.ts';
import { openStore } from './store.ts';
import { createStudyContent } from './createStudyContent.ts';
import type * as tasks from './tasks.ts';

const settings = readSettings(process.env, []);
const log = createLog('study');
const metrics = createMetrics({ part: 'study', ofProcess: true });
const clock = () => new Date();
const store = await orEnd(openStore(storeEngine(settings)));
const internalSecret = requireSetting(settings, 'INTERNAL_SECRET');

const call = createInternalClient({ from: 'study', origins: serviceOrigins(settings), secret: internalSecret, clock });
const contentMetrics = createContentMetrics(metrics);
const content = createStudyContent({ metrics, contentMetrics, log, model: generationModel({ settings, call, log }) });
const deckReader = createDeckReader({ metrics, log });
const pictureEncoder = createPictureEncoder({ metrics });
const threads = createTaskThreads<typeof tasks>({
  entry: new URL('./tasks.ts', import.meta.url),
  name: 'tasks',
  patienceMs: 30_000,
  metrics,
  log,
});
const study = createApp({
  store,
  content,
  deckReader,
  objects: openObjectStore(settings),
  pictureEncoder,
  threads,
  contentMetrics,
  fit: fitInProcess,
  apiUrl: settings.API_URL,
  publicUrl: settings.PUBLIC_URL,
  internalSecret,
  call,
  metrics,
  log,
  clock,
  rateLimits: settings.RATE_LIMITS === 'on',
});
await serve({
  fetch: study.app.fetch,
  port: settings.STUDY_SERVICE_PORT,
  hostname: settings.SERVICE_HOST,
  log,
  operations: { part: 'study', settings },
  prepare: study.settle,
  close: async () => {
    await deckReader.close();
    await study.close();
    await content.close();
    await threads.close();
    pictureEncoder.close();
  },
});
