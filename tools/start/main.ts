import { fork } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError, Supervisor, type SitePlan } from './Supervisor.ts';

/**
 * The supervisor of `npm start`. It stays for as long as the site runs, so it must not import what only the preparation needs: every module
 * takes memory.
 */
const say = (line: string) => void process.stdout.write(`${line}\n`);
// The terminal that started the site may be closed, or the disk for its output full. Neither must end the site.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

let stopRunning: () => Promise<unknown> = () => Promise.resolve();
let isEnding = false;
const fail = (error: unknown): void => {
  if (error instanceof StartError) process.stderr.write(`${error.message}\n`);
  else console.error(error);
  process.exit(1);
};
const end = (): void => {
  if (isEnding) return;
  isEnding = true;
  stopRunning().then(() => process.exit(0), fail);
};
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'] as const) process.on(name, end);

/** Prepares the start in a separate process. Undefined if it failed; it has printed the reason. */
const prepare = async (): Promise<SitePlan | undefined> => {
  const child = fork(join(import.meta.dirname, 'prepareSite.process.ts'), { execArgv: ['--disable-warning=ExperimentalWarning'] });
  // Messages may arrive after its exit, until it disconnects.
  const ended = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  stopRunning = () => {
    child.kill();
    return ended;
  };
  const messages: unknown[] = [];
  child.on('message', (message) => messages.push(message));
  await ended;
  return messages[0] as SitePlan | undefined;
};

/** Replaces a file atomically. */
const keepFile = (file: string, content: string): void => {
  try {
    writeFileSync(`${file}.new`, content);
    renameSync(`${file}.new`, file);
  } catch {
    // The disk may be full, for example. The next start of a part writes the file again.
  }
};

/** @throws StartError if a part reports that it cannot start */
const supervise = async ({ pidsFile, addresses, siteUrl, ...plan }: SitePlan): Promise<void> => {
  const onPartReady = (pids: object): void => keepFile(pidsFile, JSON.stringify({ supervisor: process.pid, ...pids }));
  const supervisor = new Supervisor({ ...plan, say, onPartReady });
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
  for (const line of ['', ...addresses]) say(line);
  say(`\nStarted in ${(performance.now() / 1000).toFixed(1)} s. Ctrl-C stops everything.\nready ${siteUrl}`);
};

const plan = await prepare();
// `end` exits once the preparation has ended.
if (!isEnding) {
  if (!plan) process.exit(1);
  supervise(plan).catch(fail);
}
