// A reader that never ends, for testing the time limit.
import { watchReading } from '../../src/imports/watchReading.ts';

watchReading(new URL('./endless.worker.ts', import.meta.url));
