import type { User } from '@lectern/contracts';
import { useLimits } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { color, CreditCard, type LazyMenuState, LogOut, menuItem, menuSurface, Settings, size, space, Sparkles } from '@lectern/ui';
import { DropdownMenu } from '@lectern/ui/primitives';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { useLogout } from './useLogout';

const Surface = styled(DropdownMenu.Content)`
  ${menuSurface}
  min-width: 256px;
`;

const Item = styled(DropdownMenu.Item)<{ $isDestructive?: boolean }>`
  ${menuItem}
`;

const Who = styled.div`
  display: grid;
  gap: ${space[4]};
  padding: ${space[8]} ${space[12]} ${space[12]};
  margin-bottom: ${space[4]};
  border-bottom: 1px solid ${color.line};
  font-size: ${size[14]};
  overflow-wrap: anywhere;
  p {
    color: ${color['ink-soft']};
  }
  p:last-child {
    font-weight: 600;
    color: ${color.accent};
  }
`;

/** The user menu once opened: 'Signed in as …', plan, billing, settings, logout. */
export const UserMenuSurface = ({ user, button, isOpen, onOpenChange }: LazyMenuState & { user: User }): ReactNode => {
  const { isPremium } = useLimits();
  const logout = useLogout();
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={onOpenChange} modal={false}>
      <DropdownMenu.Trigger asChild>{button}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <nav aria-label="Account">
          <Surface align="end" sideOffset={8} collisionPadding={12}>
            <Who>
              <p>{`Signed in as ${user.email}`}</p>
              <p>{isPremium ? 'Premium Member' : 'Free Plan'}</p>
            </Who>
            <Item asChild>
              <Link to="/subscription">
                {isPremium ? <CreditCard aria-hidden /> : <Sparkles aria-hidden />}
                {isPremium ? 'Manage Billing' : 'Upgrade to Premium'}
              </Link>
            </Item>
            <Item asChild>
              <Link to="/settings">
                <Settings aria-hidden />
                Settings
              </Link>
            </Item>
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
