import { fork, type ChildProcess } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startStaticHost, type StaticHost } from '@lectern/stand-ins/static-host';
import { createReleases, openReleaseStore, registryKey } from '@lectern/registry';
import { freePorts } from '@lectern/test-servers';
import { setScene } from '../support/answers.ts';
import { theSite } from '../support/api.ts';
import { expect, testIn } from '../support/keptPages.ts';
import { builtRemote, withOtherContract, workshop } from '../support/releases.ts';

const test = testIn({ viewport: { width: 1280, height: 720 } });

/** Shell, remotes and services are deployed separately, so each meets other versions. No page may go blank. */
const root = join(import.meta.dirname, '..', '..');
const id = 'mf-billing';
const present = (JSON.parse(readFileSync(join(root, 'shell', 'src', 'contract.json'), 'utf8')) as { newest: number }).newest;

test.describe('shells and remotes of different times', () => {
  test.describe.configure({ mode: 'serial' });
  const shells = new Map<number, { address: string; registryFile: string; process: ChildProcess }>();
  const registries = new Map<number, string>();
  let shop: ReturnType<typeof workshop>;
  let host: StaticHost;

  /** Starts this checkout's shell with another contract number in its release, which the page server passes to the page. */
  const startShell = async (contract: number, port: number, publicKeyFile: string): Promise<void> => {
    const folder = join(shop.folder, `shell-${contract}`);
    mkdirSync(folder);
    for (const part of ['server', 'dist', 'package.json']) cpSync(join(root, 'shell', part), join(folder, part), { recursive: true });
    symlinkSync(join(root, 'shell', 'node_modules'), join(folder, 'node_modules'));
    const file = join(folder, 'dist', 'release.json');
    const release = JSON.parse(readFileSync(file, 'utf8')) as { contract: object };
    writeFileSync(file, JSON.stringify({ ...release, contract: { ...release.contract, oldest: contract - 1, newest: contract } }));
    const registryFile = join(folder, registryKey);
    const started = fork(join(folder, 'server', 'main.ts'), {
      env: {
        ...process.env,
        SHELL_PORT: String(port),
        PUBLIC_URL: `http://localhost:${port}`,
        API_URL: theSite().api,
        REGISTRY_FILE: registryFile,
        REGISTRY_PUBLIC_KEY_FILE: publicKeyFile,
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    shells.set(contract, { address: `http://localhost:${port}`, registryFile, process: started });
    await new Promise((resolve, reject) => {
      started.once('message', resolve);
      started.once('exit', reject);
    });
  };

  test.beforeAll(async () => {
    shop = workshop();
    const built = builtRemote(id);
    const [port, ...ports] = await freePorts(4);
    const { privateKey } = generateKeyPairSync('ed25519');
    const publicKeyFile = join(shop.folder, 'public-key.pem');
    writeFileSync(publicKeyFile, createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }));
    const store = openReleaseStore({ RELEASE_STORE: join(shop.folder, 'releases'), AWS_REGION: 'us-east-1' });
    const releases = createReleases({ store, privateKey, kept: 5, now: () => new Date() });
    // The older build requires a newer service than the running one.
    const builds = [
      withOtherContract(built, present, { contract: present - 1, services: { billing: '1.9' } }, shop.folder),
      built,
      withOtherContract(built, present, { contract: present + 1 }, shop.folder),
    ];
    for (const [index, { distFolder }] of builds.entries()) {
      await releases.start([{ id, distFolder, base: `http://localhost:${port}/` }], () => undefined);
      const copy = join(shop.folder, `remotes-${index}.json`);
      copyFileSync(join(shop.folder, 'releases', registryKey), copy);
      copyFileSync(join(shop.folder, 'releases', `${registryKey}.sig`), `${copy}.sig`);
      registries.set(present - 1 + index, copy);
    }
    host = await startStaticHost({ remotes: [{ id, port: port!, folder: join(shop.folder, 'releases', id) }] });
    await Promise.all([present - 1, present, present + 1].map((contract, index) => startShell(contract, ports[index]!, publicKeyFile)));
  });
  test.afterAll(async () => {
    for (const { process: started } of shells.values()) started.kill();
    await host.close();
    shop.remove();
  });

  for (const shell of [present - 1, present, present + 1])
    for (const remote of [present - 1, present, present + 1]) {
      const fits = remote === shell || remote === shell - 1;
      test(`a shell of contract ${shell} and a remote of ${remote}: ${fits ? 'the page' : 'a sentence'}`, async ({ page, watched }) => {
        watched.allow(/IncompatibleRemoteError|was written for contract/);
        const { address, registryFile } = shells.get(shell)!;
        const registry = registries.get(remote)!;
        copyFileSync(`${registry}.sig`, `${registryFile}.sig`);
        copyFileSync(registry, registryFile);
        await setScene(page, { visitor: 'free' });
        await page.goto(`${address}/subscription`);
        await expect(page.getByRole('banner')).toBeVisible();
        const isOlder = remote === present - 1;
        if (fits) await expect(page.getByRole('heading', { level: 1, name: 'Subscription' })).toBeVisible();
        else {
          await expect(page.getByText('This part of Lectern is being updated')).toBeVisible();
          await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
        }
        const notice = page.getByText('Lectern is being updated, so some of this page may not work right now.');
        if (fits && isOlder) await expect(notice).toBeVisible();
        else await expect(notice).toBeHidden();
      });
    }
});
