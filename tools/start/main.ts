import { fork, type ChildProcess } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSupervisor, StartError, type SitePlan } from './createSupervisor.ts';

/**
 * The supervisor of `npm start`. It stays for as long as the site runs, so it imports nothing that only preparing needs: every module here is memory.
 */
const say = (line: string) => void process.stdout.write(`${line}\n`);
// Whoever started the site may be gone, or the disk for its output full. Neither ends the site.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

/** What runs now, and how it is ended. */
let stopRunning: () => Promise<void> = () => Promise.resolve();
let isEnding = false;

const end = (): void => {
  if (isEnding) return;
  isEnding = true;
  stopRunning().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
};
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'] as const) process.on(name, end);

/** Resolves when a process has ended and its messages were read, which may be after its end. */
const endOf = async (child: ChildProcess): Promise<void> => {
  await Promise.all(
    ['exit', 'disconnect'].map(
      (name) =>
        new Promise<void>((resolve) => {
          child.once(name, () => resolve());
        }),
    ),
  );
};

/** Prepares the start in a process of its own. Undefined when it failed; it has said why. */
const prepare = async (): Promise<SitePlan | undefined> => {
  const child = fork(join(import.meta.dirname, 'prepareSite.process.ts'), { execArgv: ['--disable-warning=ExperimentalWarning'] });
  const ended = endOf(child);
  stopRunning = () => {
    child.kill();
    return ended;
  };
  let plan: SitePlan | undefined;
  child.once('message', (message) => {
    plan = message as SitePlan;
  });
  await ended;
  return plan;
};

/** Replaces a file as a whole. */
const keepFile = (file: string, content: string): void => {
  try {
    writeFileSync(`${file}.new`, content);
    renameSync(`${file}.new`, file);
  } catch {
    // A full disk, for example. The next start of a part writes it again.
  }
};

/** @throws StartError when a part says that it cannot start */
const supervise = async (plan: SitePlan): Promise<void> => {
  const supervisor = createSupervisor({
    logFolder: plan.logFolder,
    logs: plan.logs,
    say,
    onPartReady: (pids) => keepFile(plan.pidsFile, JSON.stringify({ supervisor: process.pid, ...pids })),
    parts: plan.parts,
  });
  stopRunning = () => supervisor.stop();
  say('Starting the site …');
  try {
    await supervisor.start();
  } catch (error) {
    if (isEnding) return;
    await supervisor.stop();
    throw error;
  }
  if (isEnding) return;
  say('');
  for (const line of plan.addresses) say(line);
  say(`\nStarted in ${(performance.now() / 1000).toFixed(1)} s. Ctrl-C stops everything.`);
  say(`ready ${plan.siteUrl}`);
};

async function main(): Promise<void> {
  const plan = await prepare();
  // `end` exits when the preparation has ended.
  if (isEnding) return;
  if (!plan) process.exit(1);
  await supervise(plan);
}

main().catch((error: unknown) => {
  if (error instanceof StartError) process.stderr.write(`${error.message}\n`);
  else console.error(error);
  process.exit(1);
});
