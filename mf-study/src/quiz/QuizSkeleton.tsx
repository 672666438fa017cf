import { measure, media, SkeletonBlock, space, VisuallyHidden } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Shape = styled.div`
  display: grid;
  gap: ${space[12]};
`;

const Gap = styled.span<{ $pixels: 8 }>`
  height: ${({ $pixels }) => space[$pixels]};
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

/** The skeleton of a quiz: position, a question with four options. */
export const QuizSkeleton = (): ReactNode => (
  <div role="status">
    <VisuallyHidden>Loading quiz</VisuallyHidden>
    <Shape aria-hidden>
      <SkeletonBlock $width="130px" $height="20px" />
      <WithMenu>
        <SkeletonBlock $width="80%" $height="30px" />
      </WithMenu>
      <Gap $pixels={8} />
      {Array.from({ length: 4 }, (_, index) => (
        <SkeletonBlock key={index} $height="58px" />
      ))}
    </Shape>
  </div>
);
