import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLineOutput } from '@lectern/service-kit/line-output';
import { redact } from '@lectern/service-kit/redact';
import { createPageServer } from './createPageServer.ts';
import { fileRegistrySource, noRegistry, urlRegistrySource, type RegistrySource } from '@lectern/registry';
import { servePages } from './servePages.ts';
import { readSettings, type ShellSettings } from './settings.ts';

const output = createLineOutput(process.stderr);
/** Writes a line to the log. Redacts tokens, keys and mail addresses. Drops a line that cannot be written. */
const log = (line: string): void => {
  const dropped = output.takeDropped();
  if (dropped > 0) output.write(`shell ${String(dropped)} lines of this log were dropped\n`);
  output.write(`shell ${String(redact(line))}\n`);
};
process.stdout.on('error', () => undefined);

const fail = (error: unknown): never => {
  log(error instanceof Error ? error.message : String(error));
  process.exit(1);
};

const openRegistry = (registry: ShellSettings['registry']): RegistrySource => {
  if (!registry) return noRegistry;
  const publicKeyPem = readFileSync(registry.publicKeyFile, 'utf8');
  return 'file' in registry
    ? fileRegistrySource(registry.file, publicKeyPem, log)
    : urlRegistrySource({ url: registry.url, publicKeyPem, log });
};

const start = async (): Promise<void> => {
  const settings = readSettings(process.env);
  const dist = join(import.meta.dirname, settings.development ? '../dist-development' : '../dist');
  const app = await createPageServer({ ...settings, dist, registry: openRegistry(settings.registry), log });

  const pages = await servePages({ fetch: app.fetch, port: settings.port, host: settings.host, drainSeconds: settings.drainSeconds });
  process.stdout.write(`shell listening on ${settings.publicUrl}\n`);
  process.send?.({ ready: true });

  const stop = (): void => {
    pages.stop().then(() => process.exit(0), fail);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // A parent process that has crashed cannot send a signal.
  process.once('disconnect', stop);
};

start().catch(fail);
