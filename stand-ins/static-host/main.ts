import { join } from 'node:path';
import { remoteIds, remotePorts, remotePortSetting, type RemoteId } from '@lectern/contracts';
import { startStaticHost } from './startStaticHost.ts';

const fail = (error: unknown): never => {
  process.stderr.write(`static-host ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
};

const portOf = (id: RemoteId): number => {
  const name = remotePortSetting(id);
  const port = Number(process.env[name] || remotePorts[id]);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`${name} must be a port number, not "${process.env[name] ?? ''}".`);
  return port;
};

const start = async (): Promise<void> => {
  const store = process.env['RELEASE_STORE'] || join(import.meta.dirname, '../../.data/releases');
  const remotes = remoteIds.map((id) => ({ id, port: portOf(id), folder: join(store, id) }));
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
  // A parent that has died cannot send a signal.
  process.on('disconnect', stop);
};

start().catch(fail);
