import { Link } from '@lectern/platform/router';
import { type LazyMenuState, LogOut, media, menuItem, menuSurface, MenuVeil, useMediaQuery, useTap } from '@lectern/ui';
import { DropdownMenu } from '@lectern/ui/primitives';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { useLogout } from './useLogout';

const Surface = styled(DropdownMenu.Content)`
  ${menuSurface}
`;
const Item = styled(DropdownMenu.Item)<{ $isDestructive?: boolean }>`
  ${menuItem}
`;

/** A place that a menu of the frame leads to. */
export const FrameMenuLink = ({ to, icon, label }: { to: string; icon: ReactNode; label: string }): ReactNode => (
  <Item asChild>
    <Link to={to}>
      {icon}
      {label}
    </Link>
  </Item>
);

export interface FrameMenuSurfaceProps extends LazyMenuState {
  /** The name of the navigation that the menu is. */
  name: string;
  side: 'top' | 'bottom';
  /** `FrameMenuLink`s, and what stands above them. */
  children: ReactNode;
}

/** The content of a menu of the frame: its links, and the logout as the last entry. */
export const FrameMenuSurface = ({ name, side, children, button, isOpen, onOpenChange }: FrameMenuSurfaceProps): ReactNode => {
  const logout = useLogout();
  const isSheet = useMediaQuery(media.small);
  const tap = useTap(isOpen, onOpenChange);
  return (
    // Not modal, for the reason that `MenuSurface` has.
    <DropdownMenu.Root open={isOpen} onOpenChange={onOpenChange} modal={false}>
      <DropdownMenu.Trigger asChild onPointerDown={tap.onPointerDown} onClick={tap.onClick}>
        {button}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <nav aria-label={name}>
          <MenuVeil
            onClick={() => {
              onOpenChange(false);
            }}
          />
          <Surface
            align="end"
            side={side}
            sideOffset={8}
            collisionPadding={8}
            onInteractOutside={(event) => {
              // The veil closes a sheet.
              if (isSheet) event.preventDefault();
            }}
          >
            {children}
            <Item onSelect={logout}>
              <LogOut aria-hidden />
              Logout
            </Item>
          </Surface>
        </nav>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
};
