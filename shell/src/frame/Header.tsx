import { useSession, type NavigationManifest } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { LazyPart, Button, color, measure, media, motion, radius, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { loadJumpBox, loadUserMenu } from './learnerParts';
import { useScrolled } from './useScrolled';
import { Wordmark } from './Wordmark';

const Bar = styled.header<{ $isScrolled: boolean }>`
  position: sticky;
  top: 0;
  z-index: 30;
  height: ${measure.header};
  border-bottom: 1px solid ${({ $isScrolled }) => ($isScrolled ? color.line : 'transparent')};
  background: ${({ $isScrolled }) => ($isScrolled ? color['header-veil'] : color.paper)};
  backdrop-filter: ${({ $isScrolled }) => ($isScrolled ? 'saturate(1.4) blur(10px)' : 'none')};
  transition:
    background ${motion.state},
    border-color ${motion.state};
  @media print {
    display: none;
  }
`;

const Row = styled.div<{ $isWide: boolean }>`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[16]};
  height: 100%;
  max-width: ${({ $isWide }) => ($isWide ? 'none' : measure.content)};
  margin: 0 auto;
  padding: 0 ${space[16]};
  > a {
    display: flex;
    text-decoration: none;
    border-radius: ${radius.field};
  }
  @media ${media.medium} {
    padding: 0 ${space[24]};
  }
`;

const End = styled.div`
  display: flex;
  align-items: center;
  justify-content: flex-end;
  gap: ${space[8]};
  min-width: 0;
`;

/** On wide screens the jump box is aligned with the page next to the sidebar. */
const Tools = styled(End)`
  @media ${media.large} {
    flex: 0 0 calc(100% - ${measure.sidebar} - ${space[24]});
    justify-content: space-between;
    gap: ${space[24]};
    > :first-child {
      max-width: 400px;
    }
  }
`;

const Skip = styled.a`
  position: absolute;
  z-index: 70;
  left: ${space[16]};
  top: -64px;
  padding: ${space[8]} ${space[16]};
  border-radius: ${radius.field};
  background: ${color.accent};
  color: ${color['on-accent']};
  &:focus {
    top: ${space[12]};
    color: ${color['on-accent']};
  }
`;

export interface HeaderProps {
  /** Part of the signed-in frame, next to the sidebar. */
  isSignedIn: boolean;
  isLanding: boolean;
  navigation: readonly NavigationManifest[];
}

export const Header = ({ isSignedIn, isLanding, navigation }: HeaderProps): ReactNode => {
  const { user, isAuthenticated } = useSession();
  const isScrolled = useScrolled();
  const menu = user && isAuthenticated && <LazyPart load={loadUserMenu} props={{ user }} />;
  return (
    <Bar $isScrolled={isScrolled} data-scrolled={isScrolled}>
      <Skip href="#main">Skip to content</Skip>
      <Row $isWide={isSignedIn}>
        <Link to={isAuthenticated ? '/dashboard' : '/'} aria-label="Lectern, start page">
          <Wordmark />
        </Link>
        {isSignedIn ? (
          <Tools>
            <LazyPart load={loadJumpBox} props={{ navigation }} fallback={<span />} />
            {menu}
          </Tools>
        ) : (
          <End>
            {menu}
            {isLanding && !isAuthenticated && (
              <>
                <Button as={Link} to="/login" variant="quiet">
                  Log in
                </Button>
                <Button as={Link} to="/register" variant="secondary">
                  Sign up
                </Button>
              </>
            )}
          </End>
        )}
      </Row>
    </Bar>
  );
};
