import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { provide, recipes } from './provide.ts';
import { runProgram } from './runProgram.ts';
import { freePort } from './freePorts.ts';
import { startProgram } from './startProgram.ts';

const recipe = join(recipes, 'go');
const inputs = [join(recipe, 'go.mod'), join(recipe, 'go.sum')];

/**
 * Builds a program of the module. Without optimization, and without the parts of Go's library that a C compiler makes: a test asks these servers little,
 * and this saves a quarter of the time to build them on a new machine.
 */
const build = async (folder: string, name: string, program: string): Promise<void> => {
  for (const file of ['go.mod', 'go.sum']) copyFileSync(join(recipe, file), join(folder, file));
  const args = ['build', '-trimpath', '-gcflags=all=-N -l', '-o', name, program];
  await runProgram('go', args, { cwd: folder, env: { ...process.env, CGO_ENABLED: '0' } });
};

/** Builds stripe-mock when it is not there yet, and puts Stripe's description of its API beside it. */
export const provideStripeMock = (): Promise<string> =>
  provide('stripe-mock', inputs, async (folder) => {
    await build(folder, 'stripe-mock', 'github.com/stripe/stripe-mock');
    const module = execFileSync('go', ['list', '-m', '-f', '{{.Dir}}', 'github.com/stripe/stripe-mock'], { cwd: folder, encoding: 'utf8' });
    copyFileSync(join(module.trim(), 'embedded', 'openapi', 'spec3.json'), join(folder, 'spec3.json'));
  });

/** Builds toxiproxy when it is not there yet. */
export const provideToxiproxy = (): Promise<string> =>
  provide('toxiproxy', inputs, (folder) => build(folder, 'toxiproxy', 'github.com/Shopify/toxiproxy/v2/cmd/server'));

/** Builds gofakes3 when it is not there yet. */
export const provideS3 = (): Promise<string> =>
  provide('s3', inputs, (folder) => build(folder, 'gofakes3', 'github.com/johannesboyne/gofakes3/cmd/gofakes3'));

/** Stripe's own mock: stateless, refuses what its OpenAPI description does not allow. */
export interface StripeMock {
  /** `http://127.0.0.1:port` */
  url: string;
  /** Stripe's OpenAPI description, JSON. */
  openApiFile: string;
  stop(): Promise<void>;
}

/** Starts stripe-mock on a free port. Ask `engineFor('go')` first. */
export async function startStripeMock(): Promise<StripeMock> {
  const folder = await provideStripeMock();
  const [http, https] = [await freePort(), await freePort()];
  const addresses = ['-http-addr', `127.0.0.1:${http}`, '-https-addr', `127.0.0.1:${https}`];
  const { stop } = await startProgram(join(folder, 'stripe-mock'), addresses, /Listening for HTTP at/);
  return { url: `http://127.0.0.1:${http}`, openApiFile: join(folder, 'spec3.json'), stop };
}
