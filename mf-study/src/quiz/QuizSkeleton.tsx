import { measure, media, SkeletonBlock, space, VisuallyHidden } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Shape = styled.div`
  display: grid;
  gap: ${space[12]};
`;

const Gap = styled.span<{ $pixels: 8 | 16 }>`
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

const Row = styled.div`
  display: flex;
  justify-content: flex-end;
  gap: ${space[12]};
`;

/** The skeleton of a quiz: breadcrumb, title, position, a question with four options, two buttons. */
export const QuizSkeleton = (): ReactNode => (
  <div role="status">
    <VisuallyHidden>Loading quiz</VisuallyHidden>
    <Shape aria-hidden>
      <SkeletonBlock $width="min(220px, 60%)" $height="20px" />
      <SkeletonBlock $width="min(420px, 90%)" $height="36px" />
      <SkeletonBlock $width="min(320px, 70%)" $height="22px" />
      <Gap $pixels={8} />
      <SkeletonBlock $width="130px" $height="20px" />
      <SkeletonBlock $height="8px" $isRound />
      <Gap $pixels={16} />
      <WithMenu>
        <SkeletonBlock $width="80%" $height="30px" />
      </WithMenu>
      <Gap $pixels={8} />
      {Array.from({ length: 4 }, (_, index) => (
        <SkeletonBlock key={index} $height="58px" />
      ))}
      <Gap $pixels={8} />
      <Row>
        <SkeletonBlock $width="124px" $height="40px" />
        <SkeletonBlock $width="124px" $height="40px" />
      </Row>
    </Shape>
  </div>
);
