import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { createPageServer } from './createPageServer.ts';
import { emptyRegistry, registrySource } from '@lectern/registry';
import { readSettings } from './settings.ts';

const log = (line: string): void => {
  process.stderr.write(`shell ${line}\n`);
};

const fail = (error: unknown): never => {
  log(error instanceof Error ? error.message : String(error));
  process.exit(1);
};

const start = async (): Promise<void> => {
  const settings = readSettings(process.env);
  const registry =
    settings.registryFile === undefined || settings.registryPublicKeyFile === undefined
      ? { current: () => Promise.resolve(emptyRegistry) }
      : registrySource(settings.registryFile, readFileSync(settings.registryPublicKeyFile, 'utf8'), log);
  const app = await createPageServer({
    ...settings,
    dist: join(import.meta.dirname, settings.development ? '../dist-development' : '../dist'),
    registry,
    log,
  });

  const server = serve({ fetch: app.fetch, port: settings.port, hostname: settings.host }, () => {
    process.stdout.write(`shell listening on ${settings.publicUrl}\n`);
    process.send?.({ ready: true });
  });
  server.on('error', fail);

  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    server.close(() => {
      process.exit(0);
    });
    if ('closeIdleConnections' in server) server.closeIdleConnections();
    // Answers take milliseconds; a connection kept open by a browser must not hold the end up.
    setTimeout(() => {
      process.exit(0);
    }, 2_000).unref();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // A parent that died cannot send a signal.
  process.on('disconnect', stop);
};

start().catch(fail);
