import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPageServer } from './createPageServer.ts';
import { emptyRegistry, registrySource } from '@lectern/registry';
import { servePages } from './servePages.ts';
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

  const pages = await servePages({ fetch: app.fetch, port: settings.port, host: settings.host, drainSeconds: settings.drainSeconds });
  process.stdout.write(`shell listening on ${settings.publicUrl}\n`);
  process.send?.({ ready: true });

  const stop = (): void => {
    pages.stop().then(() => process.exit(0), fail);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // A parent that died cannot send a signal.
  process.once('disconnect', stop);
};

start().catch(fail);
