import { Card, CardGrid, SkeletonBlock, space, VisuallyHidden } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Foot = styled.div`
  display: grid;
  gap: ${space[16]};
  margin-top: auto;
`;

const Lines = styled.div`
  display: grid;
  gap: ${space[4]};
`;

export interface CardsSkeletonProps {
  /** Label for screen readers, such as 'Loading quizzes'. */
  label: string;
  /** Whether titles have two lines. */
  hasLongTitles?: boolean;
  /** Number of text lines under each title. */
  lines?: number;
  /** Heights of the blocks at the foot of each card, from top to bottom, in pixels. */
  foot: readonly number[];
}

/** The skeleton of a list of quizzes or decks. */
export const CardsSkeleton = ({ label, hasLongTitles = false, lines = 0, foot }: CardsSkeletonProps): ReactNode => (
  <div role="status">
    <VisuallyHidden>{label}</VisuallyHidden>
    <CardGrid aria-hidden>
      {Array.from({ length: 6 }, (_, index) => (
        <Card key={index}>
          <Lines>
            {hasLongTitles && <SkeletonBlock $width="80%" $height="22px" />}
            <SkeletonBlock $width={index % 2 === 0 ? '70%' : '55%'} $height={hasLongTitles ? '22px' : '24px'} />
          </Lines>
          {lines > 0 && (
            <Lines>
              {Array.from({ length: lines }, (_line, line) => (
                <SkeletonBlock key={line} $height="20px" />
              ))}
            </Lines>
          )}
          <Foot>
            {foot.map((height, place) => (
              <SkeletonBlock key={place} $width={place === 0 ? '85%' : '132px'} $height={`${String(height)}px`} />
            ))}
          </Foot>
        </Card>
      ))}
    </CardGrid>
  </div>
);
