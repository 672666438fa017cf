import { join } from 'node:path';
import { startStaticHost } from '@lectern/stand-ins/static-host';
import { startFaultyHost, type Fault } from '@lectern/e2e/faulty-host';
import { startSite } from '@lectern/e2e/site';
import { freePort } from '@lectern/test-servers';
import { chromium, type Browser } from '@playwright/test';
import { fixturesFor } from './federation/fixturesFor.ts';
import { bytesOf, kilobytes, optionsOf, verdict } from './federation/measuredPages.ts';
import { startSingleSite, type SingleSite } from './federation/startSingleSite.ts';
import { roundTrips, slowPhone, visit, type Visit } from './federation/visit.ts';
import { median, row, type Row } from './table.ts';

/** Rounds of the comparison. The limit is 10 %: with 21 rounds, medians vary by 0.01 between runs; with 7, by 0.03. */
const comparedRounds = 21;
const disturbedRounds = 7;

/** Prints rows as soon as they are measured: the whole benchmark takes ten minutes on two idle cores. */
type Show = (title: string, rows: readonly Row[]) => void;

const compare = async (browser: Browser, federated: string, single: string, show: Show): Promise<void> => {
  for (const name of ['login', 'first signed-in list', 'guide'] as const) {
    const times = { federated: [] as number[], single: [] as number[] };
    let last: { federated: Visit; single: Visit } | undefined;
    for (let round = 0; round < comparedRounds; round += 1) {
      const one = await visit(browser, { ...optionsOf(federated, name), network: slowPhone });
      const other = await visit(browser, { ...optionsOf(single, name), network: slowPhone });
      times.federated.push(one.content);
      times.single.push(other.content);
      last = { federated: one, single: other };
    }
    if (!last) continue;
    const [time, alone] = [median(times.federated), median(times.single)];
    const [bytes, bytesAlone] = [bytesOf(last.federated), bytesOf(last.single)];
    const [trips, tripsAlone] = [roundTrips(last.federated.scripts), roundTrips(last.single.scripts)];
    show(`Federated against one application of the same source: ${name}`, [
      row(
        'JavaScript',
        bytes / bytesAlone,
        `${kilobytes(bytes)} against ${kilobytes(bytesAlone)}; at most 1.35${verdict(bytes / bytesAlone <= 1.35)}`,
      ),
      row(
        'time to content',
        time / alone,
        `${time.toFixed(0)} ms against ${alone.toFixed(0)} ms at 150 ms and 1.6 Mbit/s; at most 1.10${verdict(time / alone <= 1.1)}`,
      ),
      row(
        'scripts one after another',
        undefined,
        `${String(trips)} against ${String(tripsAlone)}; at most one more${verdict(trips <= tripsAlone + 1)}`,
      ),
    ]);
  }
};

/** Measures another remote's page while one remote is faulty, alternating with visits while it is healthy. */
const disturb = async (browser: Browser, show: Show): Promise<void> => {
  const site = await startSite({ environment: { LECTERN_WITHOUT: 'remotes' } });
  fixturesFor(site);
  const spare = await freePort();
  const hosted = {
    'mf-auth': site.ports.MF_AUTH_PORT,
    'mf-library': site.ports.MF_LIBRARY_PORT,
    'mf-study': spare,
    'mf-billing': site.ports.MF_BILLING_PORT,
  };
  const healthy = await startStaticHost({
    remotes: Object.entries(hosted).map(([id, port]) => ({ id, port, folder: join(site.dataFolder, 'releases', id) })),
  });
  const study = await startFaultyHost({ port: site.ports.MF_STUDY_PORT, target: `http://127.0.0.1:${String(spare)}` });
  try {
    const time = async (): Promise<number> =>
      (await visit(browser, { ...optionsOf(site.site, 'first signed-in list'), network: slowPhone })).content;
    await time();
    for (const fault of ['dead', 'hanging', 'slow', 'garbage'] as Fault[]) {
      const [well, ill]: [number[], number[]] = [[], []];
      for (let round = 0; round < disturbedRounds; round += 1) {
        well.push(await time());
        await study.fail(fault);
        ill.push(await time());
        await study.heal();
      }
      const ratio = median(ill) / median(well);
      const detail = `${median(ill).toFixed(0)} ms against ${median(well).toFixed(0)} ms; at most 1.05${verdict(ratio <= 1.05)}`;
      show('The list of guides while another remote is in trouble', [row(`mf-study ${fault}`, ratio, detail)]);
    }
  } finally {
    await study.close();
    await healthy.close();
    await site.stop();
  }
};

/** Measures the cost of federation against a single application of the same source, and how one faulty remote affects the others. */
export async function benchFederation(show: Show): Promise<void> {
  const site = await startSite();
  fixturesFor(site);
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
  let single: SingleSite | undefined;
  try {
    single = await startSingleSite(site.site);
    await compare(browser, site.site, single.address, show);
    await disturb(browser, show);
  } finally {
    await browser.close();
    await single?.close();
    await site.stop();
  }
}
