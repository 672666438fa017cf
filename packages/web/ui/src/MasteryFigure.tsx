import { counted } from '@lectern/contracts/plain';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Badge } from './Badge';
import { HelpCircle } from './icons';
import { levelOfPercent } from './levelOfPercent';
import { color, media, size, space } from './tokens';
import { VisuallyHidden } from './VisuallyHidden';

const Details = styled.details`
  /* Above the link that covers a card. */
  position: relative;
  z-index: 1;
  min-width: 0;
  font-size: ${size[14]};
  color: ${color['ink-soft']};
  > summary {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[4]};
    min-height: 24px;
    list-style: none;
    cursor: pointer;
    &::-webkit-details-marker {
      display: none;
    }
    > strong {
      font-weight: 600;
      color: ${color.ink};
      font-variant-numeric: tabular-nums;
    }
    > svg {
      flex: none;
      width: 14px;
      height: 14px;
      /* Fits next to the longest level in a card of three columns. */
      margin-inline: -2px -8px;
      color: ${color['ink-faint']};
    }
    @media ${media.touch} {
      min-height: 44px;
    }
  }
  > p {
    max-width: 60ch;
    padding-block: ${space[8]};
  }
  @media print {
    display: none;
  }
`;
const How = styled.span`
  color: ${color['ink-faint']};
  text-decoration: underline;
  text-underline-offset: 2px;
`;

export interface MasteryFigureProps {
  /** The mean predicted recall, 0 to 1. */
  mastery: number;
  items: number;
  /** The number of items with an answer. */
  seen: number;
  /** What the items belong to: 'this guide'. */
  of?: string;
  /** Shows an icon instead of "How this is worked out". */
  isCompact?: boolean;
}

/**
 * How well something is known, as a percentage with its level, and how it is worked out.
 *
 * @example
 * ```tsx
 * <MasteryFigure mastery={0.62} items={30} seen={12} />
 * ```
 */
export const MasteryFigure = ({ mastery, items, seen, of = 'this guide', isCompact = false }: MasteryFigureProps): ReactNode => {
  // Rounded down, so that the number never suggests a level that has not been reached.
  const percent = Math.floor(mastery * 100);
  const level = levelOfPercent(mastery * 100);
  return (
    <Details>
      <summary>
        <strong>Mastery {percent}%</strong>
        <Badge tone={seen === 0 ? 'neutral' : level.badge}>{seen === 0 ? 'Not yet tried' : level.label}</Badge>
        {isCompact ? (
          <>
            <HelpCircle aria-hidden />
            <VisuallyHidden>How this is worked out</VisuallyHidden>
          </>
        ) : (
          <How>How this is worked out</How>
        )}
      </summary>
      <p>
        The average chance that you would recall each card and question of {of} today. {seen.toLocaleString('en')} of{' '}
        {counted(items, 'item')} {seen === 1 ? 'has' : 'have'} an answer; an item without one counts as 0%. Every answer counts: in a quiz,
        a deck or a review.
      </p>
    </Details>
  );
};
