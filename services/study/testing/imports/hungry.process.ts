// A reader that exceeds its memory, for testing the memory limit.
import { watchReading } from '../../src/imports/watchReading.ts';

watchReading(new URL('./hungry.worker.ts', import.meta.url));
