import { media, SkeletonBlock } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

/** An arrow button, which is narrow on a phone. */
const Step = styled(SkeletonBlock)`
  @media ${media.small} {
    && {
      flex: 0 0 48px;
    }
  }
`;

/** The skeleton of the buttons of a quiz or deck. A deck's outer buttons are arrows on a phone. */
export const ActionsSkeleton = ({ kind }: { kind: 'quiz' | 'deck' }): ReactNode =>
  kind === 'quiz' ? (
    <>
      <SkeletonBlock $width="136px" $height="48px" aria-hidden />
      <SkeletonBlock $width="140px" $height="48px" aria-hidden />
    </>
  ) : (
    <>
      <Step $width="126px" $height="48px" aria-hidden />
      <SkeletonBlock $width="68px" $height="48px" aria-hidden />
      <Step $width="92px" $height="48px" aria-hidden />
    </>
  );
