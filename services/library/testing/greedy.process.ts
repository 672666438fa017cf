import { passOn } from '../src/reading/passOn.ts';

passOn(new URL('./greedy.worker.ts', import.meta.url));
