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
import { openStore } from './store.ts';
import type * as tasks from './tasks.ts';
import { createPageDrawer } from './pages/drawing/createPageDrawer.ts';
import { createOfficeConverter, removeLeftConversions } from './pages/office/createOfficeConverter.ts';
import { findOffice } from './pages/office/findOffice.ts';
import { createStudyContent } from './createStudyContent.ts';

const settings = readSettings(process.env, []);
const log = createLog('library');
const metrics = createMetrics({ part: 'library', ofProcess: true });
const clock = () => new Date();
const store = await orEnd(openStore(storeEngine(settings)));
const internalSecret = requireSetting(settings, 'INTERNAL_SECRET');

const call = createInternalClient({ from: 'library', origins: serviceOrigins(settings), secret: internalSecret, clock });
const content = createStudyContent({
  metrics,
  contentMetrics: createContentMetrics(metrics),
  log,
  model: generationModel({ settings, call, log }),
});
const pictureEncoder = createPictureEncoder({ metrics });
const pageDrawer = createPageDrawer({ log });
const office = findOffice(settings.SOFFICE_PATH, process.env['PATH']);
const officeConverter = office === undefined ? undefined : createOfficeConverter({ program: office, dataFolder: settings.DATA_DIR, log });
if (officeConverter) await removeLeftConversions({ log, clock });
const threads = createTaskThreads<typeof tasks>({
  entry: new URL('./tasks.ts', import.meta.url),
  name: 'tasks',
  patienceMs: 10_000,
  metrics,
  log,
});
const library = createApp({
  store,
  objects: openObjectStore(settings),
  content,
  pictureEncoder,
  pageDrawer,
  officeConverter,
  threads,
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
  fetch: library.app.fetch,
  port: settings.LIBRARY_SERVICE_PORT,
  hostname: settings.SERVICE_HOST,
  log,
  operations: { part: 'library', settings },
  prepare: library.settle,
  close: async () => {
    pageDrawer.close();
    officeConverter?.close();
    await library.close();
    await content.close();
    await threads.close();
    pictureEncoder.close();
  },
});
