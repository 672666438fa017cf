// Loaded into every part through `NODE_OPTIONS`. On SIGUSR2, writes the longest time that the event loop was blocked since the last signal;
// see `eventLoops.ts`.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const folder = process.env.EVENT_LOOP_FOLDER;
const everyMs = 2;

if (isMainThread && folder) {
  const delays = monitorEventLoopDelay({ resolution: everyMs });
  delays.enable();
  let before = process.threadCpuUsage();
  let workedUs = 0;
  const look = () => {
    const now = process.threadCpuUsage();
    workedUs = Math.max(workedUs, now.user + now.system - before.user - before.system);
    before = now;
  };
  setInterval(look, everyMs).unref();
  let reads = 0;
  process.on('SIGUSR2', () => {
    look();
    const longest = { delayMs: Math.max(0, delays.max / 1e6 - everyMs), workMs: workedUs / 1_000, rss: process.memoryUsage.rss() };
    reads += 1;
    const file = join(folder, `${process.pid}-${reads}`);
    writeFileSync(`${file}.part`, JSON.stringify(longest));
    renameSync(`${file}.part`, file);
    delays.reset();
    workedUs = 0;
  });
}
