import { join } from 'node:path';
import { startStaticHost } from './startStaticHost.ts';

const defaults = { 'mf-auth': 3001, 'mf-library': 3002, 'mf-study': 3003, 'mf-billing': 3004 };

const fail = (error: unknown): never => {
  process.stderr.write(`static-host ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
};

const portOf = (id: string, fallback: number): number => {
  const name = `${id.replace('-', '_').toUpperCase()}_PORT`;
  const port = Number(process.env[name] || fallback);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`${name} must be a port number, not "${process.env[name] ?? ''}".`);
  return port;
};

const start = async (): Promise<void> => {
  const store = process.env['RELEASE_STORE'] || join(import.meta.dirname, '../../.data/releases');
  const remotes = Object.entries(defaults).map(([id, port]) => ({ id, port: portOf(id, port), folder: join(store, id) }));
  const host = await startStaticHost({ remotes, host: process.env['HOST'] || '127.0.0.1' });
  process.stdout.write(`static-host listening: ${remotes.map(({ id, port }) => `${id} ${String(port)}`).join(', ')}\n`);
  process.send?.({ ready: true });

  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    host.close().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // A parent that died cannot send a signal.
  process.on('disconnect', stop);
};

start().catch(fail);
