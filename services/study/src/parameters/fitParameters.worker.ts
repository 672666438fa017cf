import { parentPort, workerData } from 'node:worker_threads';
import { fitParameters } from './fitParameters.ts';
import type { History } from './predictionLoss.ts';

parentPort?.postMessage(await fitParameters(workerData as History[]));
