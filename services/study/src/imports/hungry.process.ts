// A reader that uses more memory than it has, for the test of the memory limit.
import { watchReading } from './watchReading.ts';

watchReading(new URL('./hungry.worker.ts', import.meta.url));
