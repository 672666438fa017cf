import type { ReactNode } from 'react';
import { keyframes, styled } from 'styled-components';
import { CardGrid } from './CardGrid';
import { color, media, radius, space } from './tokens';
import { VisuallyHidden } from './VisuallyHidden';

const breathe = keyframes`50% { opacity: 0.55; }`;

/** A grey placeholder. Sizes are CSS lengths. */
export const SkeletonBlock = styled.span<{ $height?: string; $width?: string; $isRound?: boolean }>`
  display: block;
  width: ${({ $width }) => $width ?? '100%'};
  height: ${({ $height }) => $height ?? '1em'};
  border-radius: ${({ $isRound }) => ($isRound ? radius.pill : radius.field)};
  background: ${color.track};
  animation: ${breathe} 1.8s ease-in-out infinite;
`;

const CardShape = styled.div`
  display: grid;
  align-content: start;
  gap: ${space[12]};
  padding: ${space[24]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  @media ${media.small} {
    padding: ${space[16]};
  }
`;

const Stack = styled.div`
  display: grid;
  gap: ${space[12]};
`;

interface LoadingProps {
  /** Announced by screen readers: 'Loading study guides'. */
  label: string;
}

interface CardGridSkeletonProps extends LoadingProps {
  count?: number;
  /** Number of lines below each card's title. */
  lines?: number;
}

const CardShapes = ({ count = 6, lines = 4 }: Omit<CardGridSkeletonProps, 'label'>): ReactNode => (
  <CardGrid aria-hidden>
    {Array.from({ length: count }, (_card, index) => (
      <CardShape key={index}>
        <SkeletonBlock $width="70%" $height="22px" />
        {Array.from({ length: lines }, (_line, line) => (
          <SkeletonBlock key={line} $height="14px" $width={line === lines - 1 ? '40%' : '100%'} />
        ))}
      </CardShape>
    ))}
  </CardGrid>
);

/** Placeholder cards, shown while a list of cards loads. */
export const CardGridSkeleton = ({ label, ...shape }: CardGridSkeletonProps): ReactNode => (
  <div role="status">
    <VisuallyHidden>{label}</VisuallyHidden>
    <CardShapes {...shape} />
  </div>
);

/** Placeholder lines, shown while a text loads. */
export const TextSkeleton = ({ label, lines = 5 }: LoadingProps & { lines?: number }): ReactNode => (
  <div role="status">
    <VisuallyHidden>{label}</VisuallyHidden>
    <Stack aria-hidden>
      {Array.from({ length: lines }, (_, index) => (
        <SkeletonBlock key={index} $height="16px" $width={index % 3 === 2 ? '62%' : '100%'} />
      ))}
    </Stack>
  </div>
);

/** The skeleton of a whole page: head and cards. */
export const PageSkeleton = ({ label = 'Loading' }: Partial<LoadingProps>): ReactNode => (
  <div role="status">
    <VisuallyHidden>{label}</VisuallyHidden>
    <Stack aria-hidden>
      <SkeletonBlock $width="min(280px, 70%)" $height="34px" />
      <SkeletonBlock $width="min(420px, 90%)" $height="16px" />
      <span />
      <CardShapes count={3} />
    </Stack>
  </div>
);
