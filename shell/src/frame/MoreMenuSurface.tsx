import type { NavigationManifest } from '@lectern/platform';
import type { LazyMenuState } from '@lectern/ui';
import type { ReactNode } from 'react';
import { FrameMenuLink, FrameMenuSurface } from './FrameMenuSurface';
import { navigationIcon } from './navigationIcons';

/** The bottom bar's "More" once opened: the places that have no room in the bar, and the way out. */
export const MoreMenuSurface = ({ places, ...menu }: LazyMenuState & { places: readonly NavigationManifest[] }): ReactNode => (
  <FrameMenuSurface {...menu} name="More places" side="top">
    {places.map(({ label, path, icon }) => (
      <FrameMenuLink key={path} to={path} icon={navigationIcon(icon)} label={label} />
    ))}
  </FrameMenuSurface>
);
