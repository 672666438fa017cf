import type { HTMLAttributes, ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { color, media, motion, radius, shadow, size, space } from './tokens';

const Base = styled.article<{ $isRaisable: boolean }>`
  position: relative;
  display: flex;
  flex-direction: column;
  gap: ${space[12]};
  min-width: 0;
  height: 100%;
  padding: ${space[24]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  @media ${media.small} {
    padding: ${space[16]};
  }
  ${({ $isRaisable }) =>
    $isRaisable &&
    css`
      transition:
        border-color ${motion.state},
        box-shadow ${motion.state};
      &:hover,
      &:focus-within {
        border-color: ${color['accent-line']};
        box-shadow: ${shadow.low};
      }
    `}
`;

/**
 * A card's title, at most two lines. Use `as="h3"` in a section that has a heading. Put a link or button in it; with `cardLink` it covers
 * the card.
 */
export const CardTitle = styled.h2.attrs({ dir: 'auto' })`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  font-size: ${size[18]};
  line-height: 1.35;
  overflow-wrap: anywhere;
  /* Space for the menu at the top right. */
  padding-right: ${space[32]};
`;

/** Extends the router's `Link` (or a button) in a card's title to the whole card. */
export const cardLink = css`
  color: inherit;
  text-decoration: none;
  &::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: ${radius.card};
  }
  &:hover {
    color: inherit;
  }
  &:focus-visible {
    outline: none;
  }
  &:focus-visible::after {
    outline: 2px solid ${color.accent};
    outline-offset: 2px;
  }
`;

/** The body text of a card. */
export const CardText = styled.p`
  flex: 1;
  font-size: ${size[14]};
  line-height: 1.55;
  color: ${color['ink-soft']};
  overflow-wrap: anywhere;
`;

/** The line with details at the bottom of a card. */
export const CardMeta = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]} ${space[16]};
  margin-top: auto;
  font-size: ${size[14]};
  color: ${color['ink-faint']};
  font-variant-numeric: tabular-nums;
`;

const Corner = styled.div`
  position: absolute;
  z-index: 1;
  top: ${space[16]};
  right: ${space[12]};
  @media ${media.small} {
    top: ${space[8]};
    right: ${space[4]};
  }
`;

export interface CardProps extends HTMLAttributes<HTMLElement> {
  /** A `Menu`, shown at the top right. */
  menu?: ReactNode;
  /** The card is a link: it changes on hover and focus. */
  isRaisable?: boolean;
}

/** A card, rendered as an `article`. Cards in a row have the same height. */
export const Card = ({ menu, isRaisable = false, children, ...rest }: CardProps): ReactNode => (
  <Base $isRaisable={isRaisable} {...rest}>
    {children}
    {menu && <Corner>{menu}</Corner>}
  </Base>
);
