import { SkeletonBlock, space, VisuallyHidden } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Shape = styled.div`
  display: grid;
  gap: ${space[12]};
`;

/** The skeleton of a deck or a review session: the position and a card. */
export const DeckSkeleton = ({ label = 'Loading flashcards' }: { label?: string }): ReactNode => (
  <div role="status">
    <VisuallyHidden>{label}</VisuallyHidden>
    <Shape aria-hidden>
      <SkeletonBlock $width="110px" $height="22px" />
      <SkeletonBlock $height="min(380px, 56dvh)" />
    </Shape>
  </div>
);
