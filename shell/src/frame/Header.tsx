import { useSession } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Button, color, measure, media, motion, space } from '@lectern/ui';
import { lazy, Suspense, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { UserButton } from './UserButton';
import { useScrolled } from './useScrolled';
import { Wordmark } from './Wordmark';

// The menu brings the primitives with it, which only learners need.
const UserMenu = lazy(() => import(/* webpackChunkName: "user-menu" */ './UserMenu').then(({ UserMenu: Menu }) => ({ default: Menu })));

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
    text-decoration: none;
    border-radius: 8px;
  }
  @media ${media.medium} {
    padding: 0 ${space[24]};
  }
`;

export interface HeaderProps {
  /** In the signed-in frame, beside the sidebar. */
  isSignedIn: boolean;
  isLanding: boolean;
}

export const Header = ({ isSignedIn, isLanding }: HeaderProps): ReactNode => {
  const { user, isAuthenticated } = useSession();
  const isScrolled = useScrolled();
  return (
    <Bar $isScrolled={isScrolled} data-scrolled={isScrolled}>
      <Row $isWide={isSignedIn}>
        <Link to={isAuthenticated ? '/dashboard' : '/'} aria-label="Lectern, start page">
          <Wordmark />
        </Link>
        {user && isAuthenticated ? (
          <Suspense fallback={<UserButton firstName={user.firstName} />}>
            <UserMenu user={user} />
          </Suspense>
        ) : (
          isLanding && (
            <Button as={Link} to="/login" variant="secondary">
              Log in
            </Button>
          )
        )}
      </Row>
    </Bar>
  );
};
