import { passOn } from '../passOn.ts';

passOn(new URL('./greedy.worker.ts', import.meta.url));
