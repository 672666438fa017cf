import { setPriority } from 'node:os';
import { passOn } from '../../reading/passOn.ts';

// Nobody waits for a page. What learners wait for goes first.
setPriority(10);
passOn(new URL('./drawPages.worker.ts', import.meta.url));
