import {
  createInternalClient,
  createInternalStream,
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
import { createSmtpMailer } from './mail/createSmtpMailer.ts';
import { openStore } from './store.ts';

const settings = readSettings(process.env, ['SMTP_URL']);
const log = createLog('auth');
const metrics = createMetrics({ part: 'auth', ofProcess: true });
const clock = () => new Date();
const store = await orEnd(openStore(storeEngine(settings)));
const internalSecret = requireSetting(settings, 'INTERNAL_SECRET');

const internal = { from: 'auth', origins: serviceOrigins(settings), secret: internalSecret, clock } as const;

const { app, close } = createApp({
  store,
  tokenSecret: requireSetting(settings, 'AUTH_TOKEN_SECRET'),
  internalSecret,
  publicUrl: settings.PUBLIC_URL,
  supportEmail: settings.SUPPORT_EMAIL,
  mailer: createSmtpMailer({ smtpUrl: settings.SMTP_URL ?? `smtp://127.0.0.1:${settings.SMTP_PORT}`, from: settings.MAIL_FROM }),
  call: createInternalClient(internal),
  stream: createInternalStream(internal),
  rateLimits: settings.RATE_LIMITS === 'on',
  metrics,
  log,
  clock,
});

await serve({
  fetch: app.fetch,
  port: settings.AUTH_SERVICE_PORT,
  hostname: settings.SERVICE_HOST,
  log,
  operations: { part: 'auth', settings },
  prepare: () => store.ping(),
  close,
});
