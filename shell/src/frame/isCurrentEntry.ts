import type { NavigationManifest } from '@lectern/platform';

/** Whether a path belongs to an entry of the navigation: the entry's path, paths below it, and the further prefixes that it names. */
export const isCurrentEntry = ({ path, also = [] }: NavigationManifest, pathname: string): boolean =>
  [path, ...also].some((beginning) => pathname === beginning || pathname.startsWith(`${beginning}/`));
