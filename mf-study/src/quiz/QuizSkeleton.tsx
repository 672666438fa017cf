import { media, SkeletonBlock, space, VisuallyHidden } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Shape = styled.div`
  display: grid;
  gap: ${space[24]};
  @media ${media.small} {
    gap: ${space[16]};
  }
`;

const Head = styled.div`
  display: grid;
  gap: ${space[12]};
`;

/** One line; two on a phone. */
const Question = styled(SkeletonBlock)`
  height: 31px;
  @media ${media.small} {
    height: 50px;
  }
`;

const Options = styled.div`
  display: grid;
  gap: ${space[12]};
  @media ${media.small} {
    gap: ${space[8]};
  }
`;

/** The skeleton of a quiz: the position and a question with four options. */
export const QuizSkeleton = (): ReactNode => (
  <div role="status">
    <VisuallyHidden>Loading quiz</VisuallyHidden>
    <Shape aria-hidden>
      <Head>
        <SkeletonBlock $width="130px" $height="22px" />
        <Question $width="80%" />
      </Head>
      <Options>
        {Array.from({ length: 4 }, (_, index) => (
          <SkeletonBlock key={index} $height="56px" />
        ))}
      </Options>
    </Shape>
  </div>
);
