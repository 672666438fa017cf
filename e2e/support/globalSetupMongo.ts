import { startMongoServer } from '@lectern/test-servers';
import { startSite } from './site.ts';

/** Starts one site on MongoDB for all specs: on the stand-in server, or on the cluster in `MONGODB_URL`. */
export default async function globalSetupMongo(): Promise<() => Promise<void>> {
  const server = await startMongoServer();
  const site = await startSite({ environment: { MONGODB_URL: server.url } });
  const { site: address, api, mailbox, ports, dataFolder } = site;
  process.env['LECTERN_SITE'] = JSON.stringify({ site: address, api, mailbox, ports, dataFolder });
  return async () => {
    await site.stop();
    await server.stop();
  };
}
