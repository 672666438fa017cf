import { createServer } from 'node:net';

/** As another process has it. */
const load = async (): Promise<typeof import('./freePorts.ts')> => {
  let loaded: typeof import('./freePorts.ts') | undefined;
  await jest.isolateModulesAsync(async () => {
    loaded = await import('./freePorts.ts');
  });
  if (!loaded) throw new Error('The module was not loaded.');
  return loaded;
};

it('hands each port out once, in one process and in two', async () => {
  const [one, other] = [await load(), await load()];
  const ports = (await Promise.all([one.freePorts(150), other.freePorts(150), one.freePort()])).flat();
  expect(new Set(ports).size).toBe(301);
});

it('leaves out what another program listens on', async () => {
  const { freePort } = await load();
  const port = await freePort();
  const program = createServer();
  await new Promise<void>((resolve) => program.listen(port + 1, '127.0.0.1', resolve));
  expect(await freePort()).toBe(port + 2);
  await new Promise((resolve) => program.close(resolve));
});
