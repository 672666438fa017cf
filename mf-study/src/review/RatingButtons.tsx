import type { ReviewPreview, ReviewRating } from '@lectern/contracts';
import { Button, media, size, space } from '@lectern/ui';
import type { MouseEvent, ReactNode } from 'react';
import { styled } from 'styled-components';
import { waitWords } from './reviewWords';

const Rating = styled(Button)`
  && {
    flex: 1 1 0;
    flex-direction: column;
    gap: 0;
    min-height: 52px;
    padding-block: ${space[8]};
  }
  small {
    min-height: 1.25em;
    font-size: ${size[12]};
    font-weight: 500;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  @media ${media.small} {
    && {
      padding-inline: ${space[4]};
      font-size: ${size[14]};
    }
  }
`;

export const ratings: readonly { rating: ReviewRating; label: string }[] = [
  { rating: 'again', label: 'Again' },
  { rating: 'hard', label: 'Hard' },
  { rating: 'good', label: 'Good' },
  { rating: 'easy', label: 'Easy' },
];

export interface RatingButtonsProps {
  preview: ReviewPreview;
  /** Time of the preview, in milliseconds since 1970. Undefined if the preview is out of date; the buttons then show no intervals. */
  previewedAt: number | undefined;
  onRate: (rating: ReviewRating) => void;
}

/** The buttons Again, Hard, Good and Easy, each with the time until the card comes back. */
export const RatingButtons = ({ preview, previewedAt, onRate }: RatingButtonsProps): ReactNode =>
  ratings.map(({ rating, label }) => (
    <Rating
      key={rating}
      variant={rating === 'good' ? 'primary' : 'secondary'}
      onClick={(event: MouseEvent<HTMLElement>) => {
        // After a pointer click the button loses focus, so that Space shows the next card.
        if (event.detail > 0) event.currentTarget.blur();
        onRate(rating);
      }}
    >
      {label} <small>{previewedAt === undefined ? '' : waitWords(preview[rating], previewedAt)}</small>
    </Rating>
  ));
