import { watchReading } from './watchReading.ts';

watchReading(new URL('./readDecks.worker.ts', import.meta.url));
