import type { NavigationManifest } from '@lectern/platform';

/** Whether a path belongs to a navigation entry: the entry's path, a path below it, or one of its additional prefixes. */
export const isCurrentEntry = ({ path, also = [] }: NavigationManifest, pathname: string): boolean =>
  [path, ...also].some((beginning) => pathname === beginning || pathname.startsWith(`${beginning}/`));
