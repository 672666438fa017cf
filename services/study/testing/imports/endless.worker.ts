// Never yields, like SQLite with a malicious file.
import { parentPort } from 'node:worker_threads';

parentPort?.postMessage({ kind: 'part', deck: 0, cards: [] });
for (;;);
