import type { NavigationManifest } from '@lectern/platform';
import { Link, useLocation } from '@lectern/platform/router';
import { color, LazyMenu, measure, media, MoreHorizontal } from '@lectern/ui';
import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { CountMark, EntryCount } from './EntryCount';
import { isCurrentEntry } from './isCurrentEntry';
import { navigationIcon } from './navigationIcons';

const loadMore = () => import(/* webpackChunkName: "menus" */ './MoreMenuSurface').then(({ MoreMenuSurface }) => MoreMenuSurface);

const Base = styled.nav`
  position: fixed;
  inset: auto 0 0;
  z-index: 30;
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(0, 1fr);
  height: calc(${measure.bottomBar} + env(safe-area-inset-bottom));
  padding-bottom: env(safe-area-inset-bottom);
  border-top: 1px solid ${color.line};
  background: ${color.surface};
  @media ${media.medium} {
    display: none;
  }
  @media print {
    display: none;
  }
`;

const place = css`
  position: relative;
  display: grid;
  align-content: center;
  justify-items: center;
  gap: 2px;
  min-width: 0;
  padding: 0 2px;
  border: 0;
  background: none;
  font-size: 11px;
  font-weight: 550;
  line-height: 1.2;
  color: ${color['ink-faint']};
  text-decoration: none;
  svg {
    width: 22px;
    height: 22px;
  }
  ${CountMark} {
    position: absolute;
    top: 4px;
    left: calc(50% + 4px);
    min-width: 18px;
    padding: 0 4px;
    line-height: 18px;
  }
  > span {
    max-width: 100%;
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  &[aria-current='page'] {
    color: ${color.accent};
  }
  &:focus-visible {
    outline-offset: -4px;
  }
`;

const Place = styled(Link)`
  ${place}
`;
const More = styled.button`
  ${place}
`;
const placesShown = 5;

/** Shortens labels to fit under an icon on a phone. */
const shortLabel = (label: string): string =>
  label
    .replace(/^Study Materials$/, 'Guides')
    .replace(/^Dashboard$/, 'Home')
    .replace(/^My /, '');

/** The navigation below 720 px: the five main places, and the rest under "More". */
export const BottomBar = ({ navigation }: { navigation: readonly NavigationManifest[] }): ReactNode => {
  const { pathname } = useLocation();
  const rest = navigation.slice(placesShown);
  return (
    <Base aria-label="Main, short">
      {navigation.slice(0, placesShown).map((place) => (
        <Place key={place.path} to={place.path} aria-current={isCurrentEntry(place, pathname) ? 'page' : undefined}>
          {navigationIcon(place.icon)}
          <span>{shortLabel(place.label)}</span>
          <EntryCount path={place.path} />
        </Place>
      ))}
      <LazyMenu
        load={loadMore}
        props={{ places: rest }}
        button={
          <More type="button" aria-current={rest.some((place) => isCurrentEntry(place, pathname)) ? 'page' : undefined}>
            <MoreHorizontal aria-hidden />
            <span>More</span>
          </More>
        }
      />
    </Base>
  );
};
