import type { Part, SupervisorOptions } from './createSupervisor.ts';

/** What `prepareSite.process.ts` tells the supervisor. */
export interface SitePlan extends Pick<SupervisorOptions, 'logFolder' | 'logs'> {
  parts: Part[];
  /** The file in which the process ids are kept. */
  pidsFile: string;
  /** Shown once the site is ready: where everything is. */
  addresses: string[];
  siteUrl: string;
}
