import { Link } from '@lectern/platform/router';
import { type LazyMenuState, LogOut, MenuItem, MenuPopup } from '@lectern/ui';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useLogout } from './useLogout';

/** A link in one of the frame's menus. */
export const FrameMenuLink = ({ to, icon, label }: { to: string; icon: ReactNode; label: string }): ReactNode => (
  <MenuItem as={Link} to={to}>
    {icon}
    {label}
  </MenuItem>
);

export interface FrameMenuSurfaceProps extends LazyMenuState {
  /** The accessible name of the `nav` around the menu. */
  name: string;
  side: 'top' | 'bottom';
  /** `FrameMenuLink`s, and any content above them. */
  children: ReactNode;
}

/** The content of a menu of the frame: its links, with the logout as the last entry. */
export const FrameMenuSurface = ({ name, side, children, opening }: FrameMenuSurfaceProps): ReactNode => {
  const logout = useLogout();
  if (!opening) return null;
  return createPortal(
    <nav aria-label={name}>
      <MenuPopup {...opening} side={side}>
        {children}
        <MenuItem onClick={logout}>
          <LogOut aria-hidden />
          Logout
        </MenuItem>
      </MenuPopup>
    </nav>,
    document.body,
  );
};
