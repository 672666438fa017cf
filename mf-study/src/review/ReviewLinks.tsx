import { Link, useNavigate } from '@lectern/platform/router';
import {
  BarChart3,
  Button,
  GraduationCap,
  IconButton,
  media,
  Menu,
  MoreHorizontal,
  Repeat,
  Settings,
  space,
  useMediaQuery,
} from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Row = styled.nav`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[12]};
`;

const places = [
  { name: 'Review', to: '/review', icon: <Repeat aria-hidden /> },
  { name: 'Exams', to: '/review/exams', icon: <GraduationCap aria-hidden /> },
  { name: 'Statistics', to: '/review/statistics', icon: <BarChart3 aria-hidden /> },
  { name: 'Settings', to: '/review/settings', icon: <Settings aria-hidden /> },
] as const;

/** Links to the other review pages, for a page head. On a phone they are in a menu. */
export const ReviewLinks = ({ without }: { without: (typeof places)[number]['name'] }): ReactNode => {
  const isNarrow = useMediaQuery(media.small);
  const navigate = useNavigate();
  const others = places.filter(({ name }) => name !== without);
  if (isNarrow)
    return (
      <Menu
        title="Review"
        trigger={
          <IconButton label="Pages of review">
            <MoreHorizontal aria-hidden />
          </IconButton>
        }
        entries={others.map(({ name, to, icon }) => ({ label: name, icon, onSelect: () => void navigate(to) }))}
      />
    );
  return (
    <Row aria-label="Pages of review">
      {others.map(({ name, to, icon }) => (
        <Button key={name} as={Link} to={to} variant="secondary" icon={icon}>
          {name}
        </Button>
      ))}
    </Row>
  );
};
