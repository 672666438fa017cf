import type { NavigationManifest } from '@lectern/platform';
import { Link, useLocation } from '@lectern/platform/router';
import { color, LogOut, measure, media, motion, radius, shadow, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { CountMark, EntryCount } from './EntryCount';
import { isCurrentEntry } from './isCurrentEntry';
import { navigationIcon } from './navigationIcons';
import { useLogout } from './useLogout';

interface WidthProps {
  /** Shows icons only at every width. */
  $isNarrow: boolean;
}

/** The media query at which the sidebar shows icons only. */
const iconsAt = ({ $isNarrow }: WidthProps): string => ($isNarrow ? media.medium : media.icons);

const Base = styled.nav<WidthProps>`
  display: none;
  @media ${media.medium} {
    position: sticky;
    top: ${({ $isNarrow }) => ($isNarrow ? '0' : measure.header)};
    display: flex;
    flex-direction: column;
    flex: none;
    gap: ${space[4]};
    width: ${measure.sidebar};
    height: ${({ $isNarrow }) => ($isNarrow ? '100dvh' : `calc(100dvh - ${measure.header})`)};
    padding: ${space[16]} ${space[12]};
    border-right: 1px solid ${color.line};
  }
  @media ${iconsAt} {
    width: ${measure.sidebarIcons};
  }
  @media print {
    display: none;
  }
`;

const entry = css<WidthProps>`
  position: relative;
  display: flex;
  align-items: center;
  gap: ${space[12]};
  min-height: ${measure.target};
  padding: 0 ${space[12]};
  border: 0;
  border-radius: ${radius.field};
  background: none;
  font-size: ${size[14]};
  font-weight: 500;
  color: ${color['ink-soft']};
  text-align: left;
  text-decoration: none;
  transition: background ${motion.state};
  svg {
    flex: none;
    width: 20px;
    height: 20px;
    color: ${color['ink-faint']};
  }
  &:hover {
    background: ${color['accent-tint']};
    color: ${color.ink};
  }
  /* Weight and a bar also mark the current entry, because colour alone is not accessible. */
  &[aria-current='page'] {
    color: ${color.ink};
    font-weight: 650;
    svg {
      color: ${color.accent};
    }
    &::before {
      content: '';
      position: absolute;
      left: calc(-1 * ${space[12]});
      top: 10px;
      bottom: 10px;
      width: 3px;
      border-radius: 0 3px 3px 0;
      background: ${color.accent};
    }
  }
  ${CountMark} {
    margin-left: auto;
  }
  @media ${iconsAt} {
    justify-content: center;
    ${CountMark} {
      position: absolute;
      top: 0;
      right: -6px;
      min-width: 18px;
      padding: 0 4px;
      line-height: 18px;
      /* Separates the badge from the icon. */
      box-shadow: 0 0 0 2px ${color.paper};
    }
    > span {
      position: absolute;
      left: calc(100% + ${space[8]});
      padding: ${space[4]} ${space[8]};
      border-radius: ${radius.field};
      background: ${color.ink};
      color: ${color.paper};
      font-size: ${size[12]};
      font-weight: 600;
      white-space: nowrap;
      box-shadow: ${shadow.low};
      opacity: 0;
      pointer-events: none;
      transition: opacity ${motion.state};
    }
    &:hover > span,
    &:focus-visible > span {
      opacity: 1;
    }
  }
`;

const Entry = styled(Link)<WidthProps>`
  ${entry}
`;

const EntryButton = styled.button<WidthProps>`
  ${entry}
  margin-top: auto;
`;

export interface SidebarProps {
  navigation: readonly NavigationManifest[];
  /** Used in focus mode: icons only, and the full height of the window. */
  isNarrow?: boolean;
}

/** The learner's navigation. Between 720 and 1,100 px it shows icons, with labels on hover and focus. */
export const Sidebar = ({ navigation, isNarrow = false }: SidebarProps): ReactNode => {
  const logout = useLogout();
  const { pathname } = useLocation();
  return (
    <Base aria-label="Main" $isNarrow={isNarrow}>
      {navigation.map((place) => (
        <Entry key={place.path} to={place.path} $isNarrow={isNarrow} aria-current={isCurrentEntry(place, pathname) ? 'page' : undefined}>
          {navigationIcon(place.icon)}
          <span>{place.label}</span>
          <EntryCount path={place.path} />
        </Entry>
      ))}
      <EntryButton type="button" $isNarrow={isNarrow} onClick={logout}>
        <LogOut aria-hidden />
        <span>Logout</span>
      </EntryButton>
    </Base>
  );
};
