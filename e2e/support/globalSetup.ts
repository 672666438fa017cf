import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSite, type RunningSite, type SiteAddresses } from './site.ts';

const addressesOf = ({ site, api, mailbox, ports, dataFolder }: RunningSite): SiteAddresses => ({ site, api, mailbox, ports, dataFolder });

/**
 * Starts one site for all specs. Specs that stop parts of it start their own copy. A second site without rate limits starts on demand
 * (`theSiteWithoutLimits`).
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const site = await startSite({ command: ['start'] });
  let withoutLimits: Promise<RunningSite> | undefined;
  const server = createServer((_, outgoing) => {
    withoutLimits ??= startSite({ environment: { RATE_LIMITS: 'off' } });
    withoutLimits.then(
      (started) => outgoing.end(JSON.stringify(addressesOf(started))),
      (error: unknown) => outgoing.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env['LECTERN_SITE'] = JSON.stringify(addressesOf(site));
  process.env['LECTERN_SITE_WITHOUT_LIMITS'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.closeAllConnections();
    server.close();
    await Promise.all([site.stop(), withoutLimits?.then(({ stop }) => stop()).catch(() => undefined)]);
  };
}
