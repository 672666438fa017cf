// A reader that never ends, for the tests of the time limit.
import { watchReading } from './watchReading.ts';

watchReading(new URL('./endless.worker.ts', import.meta.url));
