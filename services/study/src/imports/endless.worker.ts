// As SQLite does with a hostile file, it never gives the processor back.
import { parentPort } from 'node:worker_threads';

parentPort?.postMessage({ kind: 'part', deck: 0, cards: [] });
for (;;);
