import type { NavigationManifest } from '@lectern/platform';
import type { LazyMenuState } from '@lectern/ui';
import type { ReactNode } from 'react';
import { FrameMenuLink, FrameMenuSurface } from './FrameMenuSurface';
import { navigationIcon } from './navigationIcons';

/** The content of the bottom bar's "More": the places that do not fit into the bar, and the logout. */
export const MoreMenuSurface = ({ places, ...menu }: LazyMenuState & { places: readonly NavigationManifest[] }): ReactNode => (
  <FrameMenuSurface {...menu} name="More places" side="top">
    {places.map(({ label, path, icon }) => (
      <FrameMenuLink key={path} to={path} icon={navigationIcon(icon)} label={label} />
    ))}
  </FrameMenuSurface>
);
