import { createLog, createMetrics, readSettings, requireSetting, serve, serviceOrigins } from '@lectern/service-kit';
import { createGateway } from './createGateway.ts';

const settings = readSettings(process.env, []);
const log = createLog('gateway');
const gateway = createGateway({
  origins: serviceOrigins(settings),
  tokenSecret: requireSetting(settings, 'AUTH_TOKEN_SECRET'),
  internalSecret: requireSetting(settings, 'INTERNAL_SECRET'),
  publicUrl: settings.PUBLIC_URL,
  apiUrl: settings.API_URL,
  trustedProxies: settings.TRUSTED_PROXIES,
  rateLimits: settings.RATE_LIMITS === 'on',
  metrics: createMetrics({ part: 'gateway', ofProcess: true }),
  log,
  clock: () => new Date(),
});
// Ended sessions have to be known before the first call. If auth is down, the gateway starts anyway and answers 503.
const feedTries = 50;
const feedPauseMs = 100;
for (let tries = 0; tries < feedTries && !gateway.feed.isCurrent(); tries++) {
  await gateway.feed.sync();
  if (!gateway.feed.isCurrent()) await new Promise((resolve) => setTimeout(resolve, feedPauseMs));
}
const stop = gateway.feed.follow();

await serve({
  fetch: gateway.fetch,
  pipe: gateway.pipe,
  port: settings.GATEWAY_PORT,
  hostname: settings.HOST,
  log,
  operations: { part: 'gateway', settings },
  readsBodiesToTheEnd: true,
  close: async () => {
    stop();
    await gateway.close();
  },
});
