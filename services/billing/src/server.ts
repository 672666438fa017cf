import {
  createInternalClient,
  createLog,
  createMetrics,
  orEnd,
  readSettings,
  requireSetting,
  serve,
  serviceOrigins,
  storeEngine,
} from '@lectern/service-kit';
import { createApp } from './createApp.ts';
import { openStore } from './store.ts';
import { stripePayments } from './stripe/stripePayments.ts';

const settings = readSettings(process.env, []);
const log = createLog('billing');
const metrics = createMetrics({ part: 'billing', ofProcess: true });
const clock = () => new Date();
const store = await orEnd(openStore(storeEngine(settings)));
const internalSecret = requireSetting(settings, 'INTERNAL_SECRET');

const { app, close } = createApp({
  store,
  payments: stripePayments({
    secretKey: requireSetting(settings, 'STRIPE_SECRET_KEY'),
    webhookSecret: requireSetting(settings, 'STRIPE_WEBHOOK_SECRET'),
    apiBase: settings.STRIPE_API_BASE,
    priceId: requireSetting(settings, 'STRIPE_PRICE_ID'),
    publicUrl: settings.PUBLIC_URL,
    clock,
  }),
  internalSecret,
  call: createInternalClient({ from: 'billing', origins: serviceOrigins(settings), secret: internalSecret, clock }),
  metrics,
  log,
  clock,
});

await serve({
  fetch: app.fetch,
  port: settings.BILLING_SERVICE_PORT,
  hostname: settings.SERVICE_HOST,
  log,
  operations: { part: 'billing', settings },
  prepare: () => store.ping(),
  close,
});
