import { cpus } from 'node:os';

/**
 * How long this machine's processors have worked since its start, in seconds, other programs included. The time of this process's children would lack
 * Chromium's processes, which end without being waited for.
 */
export const processorSeconds = (): number =>
  cpus().reduce((sum, { times: { idle, ...worked } }) => sum + Object.values(worked).reduce((all, each) => all + each, 0), 0) / 1000;
