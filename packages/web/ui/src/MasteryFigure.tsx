import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Badge } from './Badge';
import { ChevronDown } from './icons';
import { levelOfPercent } from './levelOfPercent';
import { color, media, motion, size, space } from './tokens';
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
    svg {
      flex: none;
      width: 14px;
      height: 14px;
      /* Fits next to the longest level in a card of three columns. */
      margin-inline: -2px -8px;
      color: ${color['ink-faint']};
      transition: transform ${motion.state};
    }
    @media ${media.touch} {
      min-height: 44px;
    }
  }
  &[open] > summary svg {
    transform: rotate(180deg);
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
  display: inline-flex;
  align-items: center;
  gap: ${space[4]};
  color: ${color['ink-faint']};
`;

/** How much of `items` the learner has answered, and what the others count as. */
const answeredWords = (seen: number, items: number): string => {
  const left = items - seen;
  if (seen === 0) return 'You have not answered any of them yet, and each counts as 0%.';
  if (left === 0) return 'You have answered all of them.';
  return `You have answered ${seen.toLocaleString('en')} of ${items.toLocaleString('en')}; the other ${left === 1 ? 'one counts' : `${left.toLocaleString('en')} count`} as 0%.`;
};

/** Explains how a mastery is worked out. */
export const MasteryExplanation = ({ items, seen, of = 'this guide' }: Pick<MasteryFigureProps, 'items' | 'seen' | 'of'>): ReactNode => (
  <p>
    Mastery is the average chance that you would recall each card and question of {of} today. {answeredWords(seen, items)} Every answer
    counts: in a quiz, a deck or a review.
  </p>
);

export interface MasteryFigureProps {
  /** The mean predicted recall, 0 to 1. */
  mastery: number;
  items: number;
  /** The number of items with an answer. */
  seen: number;
  /** What the items belong to: 'this guide'. */
  of?: string;
  /** Shows an icon alone instead of "How this is worked out". */
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
        {/* The highest level is called "Mastery" as well, which the figure already says. */}
        {level.label !== 'Mastery' && (
          <Badge tone={seen === 0 ? 'neutral' : level.badge}>{seen === 0 ? 'Not yet tried' : level.label}</Badge>
        )}
        {isCompact ? (
          <>
            <ChevronDown aria-hidden />
            <VisuallyHidden>How this is worked out</VisuallyHidden>
          </>
        ) : (
          <How>
            How this is worked out
            <ChevronDown aria-hidden />
          </How>
        )}
      </summary>
      <MasteryExplanation items={items} seen={seen} of={of} />
    </Details>
  );
};
