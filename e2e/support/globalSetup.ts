import { startSite } from './site.ts';

/** One site for all specs; those that stop parts of it start a copy of their own. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const site = await startSite({ command: ['start'] });
  const { site: address, api, mailbox, ports, dataFolder } = site;
  process.env['LECTERN_SITE'] = JSON.stringify({ site: address, api, mailbox, ports, dataFolder });
  return async () => {
    await site.stop();
  };
}
