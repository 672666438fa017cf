import type { NavigationManifest } from '@lectern/platform';

/** Whether an address belongs to an entry of the navigation: the entry's own, what lies below it, and what it names besides. */
export const isCurrentEntry = ({ path, also = [] }: NavigationManifest, pathname: string): boolean =>
  [path, ...also].some((beginning) => pathname === beginning || pathname.startsWith(`${beginning}/`));
