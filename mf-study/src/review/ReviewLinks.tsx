import { Link } from '@lectern/platform/router';
import { BarChart3, Button, GraduationCap, media, Repeat, Settings, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

/** One row without icons on a phone. */
const Row = styled.nav`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[12]};
  @media ${media.small} {
    gap: ${space[8]};
    svg {
      display: none;
    }
  }
`;

const places = [
  { name: 'Review', to: '/review', icon: <Repeat aria-hidden /> },
  { name: 'Exams', to: '/review/exams', icon: <GraduationCap aria-hidden /> },
  { name: 'Statistics', to: '/review/statistics', icon: <BarChart3 aria-hidden /> },
  { name: 'Settings', to: '/review/settings', icon: <Settings aria-hidden /> },
] as const;

/** Links to the other review pages, for a page head. */
export const ReviewLinks = ({ without }: { without: (typeof places)[number]['name'] }): ReactNode => (
  <Row aria-label="Pages of review">
    {places
      .filter(({ name }) => name !== without)
      .map(({ name, to, icon }) => (
        <Button key={name} as={Link} to={to} variant="secondary" icon={icon}>
          {name}
        </Button>
      ))}
  </Row>
);
