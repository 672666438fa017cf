import { shownAddress, type User } from '@lectern/contracts';
import { useLimits } from '@lectern/platform';
import { color, CreditCard, type LazyMenuState, Settings, size, space, Sparkles } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { FrameMenuLink, FrameMenuSurface } from './FrameMenuSurface';

const Who = styled.div`
  display: grid;
  gap: ${space[4]};
  min-width: 246px;
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

/** The content of the user menu: 'Signed in as …', plan, billing, settings, logout. */
export const UserMenuSurface = ({ user, ...menu }: LazyMenuState & { user: User }): ReactNode => {
  const { isPremium } = useLimits();
  return (
    <FrameMenuSurface {...menu} name="Account" side="bottom">
      <Who>
        <p>{`Signed in as ${shownAddress(user.email)}`}</p>
        <p>{isPremium ? 'Premium Member' : 'Free Plan'}</p>
      </Who>
      <FrameMenuLink
        to="/subscription"
        icon={isPremium ? <CreditCard aria-hidden /> : <Sparkles aria-hidden />}
        label={isPremium ? 'Manage Billing' : 'Upgrade to Premium'}
      />
      <FrameMenuLink to="/settings" icon={<Settings aria-hidden />} label="Settings" />
    </FrameMenuSurface>
  );
};
