import type { NavigationManifest } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { type LazyMenuState, LogOut, menuItem, menuSurface } from '@lectern/ui';
import { DropdownMenu } from '@lectern/ui/primitives';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { navigationIcon } from './navigationIcons';
import { useLogout } from './useLogout';

const Surface = styled(DropdownMenu.Content)`
  ${menuSurface}
`;
const Item = styled(DropdownMenu.Item)<{ $isDestructive?: boolean }>`
  ${menuItem}
`;

/** The bottom bar's "More" once opened: the places that have no room in the bar, and the way out. */
export const MoreMenuSurface = ({
  places,
  button,
  isOpen,
  onOpenChange,
}: LazyMenuState & { places: readonly NavigationManifest[] }): ReactNode => {
  const logout = useLogout();
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={onOpenChange} modal={false}>
      <DropdownMenu.Trigger asChild>{button}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <nav aria-label="More places">
          <Surface align="end" side="top" sideOffset={8} collisionPadding={8}>
            {places.map(({ label, path, icon }) => (
              <Item key={path} asChild>
                <Link to={path}>
                  {navigationIcon(icon)}
                  {label}
                </Link>
              </Item>
            ))}
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
