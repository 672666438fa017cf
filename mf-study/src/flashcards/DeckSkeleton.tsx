import { measure, media, SkeletonBlock, space, VisuallyHidden } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Shape = styled.div`
  display: grid;
  gap: ${space[12]};
`;

const Gap = styled.span`
  height: ${space[4]};
`;

/** A line as high as the button of a menu. */
const WithMenu = styled.div`
  display: flex;
  align-items: center;
  min-height: 36px;
  @media ${media.touch} {
    min-height: ${measure.target};
  }
`;

const Row = styled.div`
  display: flex;
  justify-content: space-between;
  margin-top: ${space[12]};
`;

/** The skeleton of a deck: breadcrumb, title, position, a card, two buttons. */
export const DeckSkeleton = (): ReactNode => (
  <div role="status">
    <VisuallyHidden>Loading flashcards</VisuallyHidden>
    <Shape aria-hidden>
      <SkeletonBlock $width="min(220px, 60%)" $height="20px" />
      <SkeletonBlock $width="min(420px, 90%)" $height="36px" />
      <SkeletonBlock $width="min(320px, 70%)" $height="22px" />
      <Gap />
      <WithMenu>
        <SkeletonBlock $width="110px" $height="20px" />
      </WithMenu>
      <SkeletonBlock $height="4px" $isRound />
      <Gap />
      <SkeletonBlock $height="min(380px, 56dvh)" />
      <Row>
        <SkeletonBlock $width="112px" $height="40px" />
        <SkeletonBlock $width="90px" $height="40px" />
      </Row>
    </Shape>
  </div>
);
