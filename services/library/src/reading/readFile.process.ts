import { passOn } from './passOn.ts';

passOn(new URL('./readFile.worker.ts', import.meta.url));
