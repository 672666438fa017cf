import type { ReactNode } from 'react';
import { keyframes, styled } from 'styled-components';
import { color } from './tokens';
import { VisuallyHidden } from './VisuallyHidden';

const turn = keyframes`to { transform: rotate(360deg); }`;

const Ring = styled.span<{ $pixels: number }>`
  display: inline-block;
  flex: none;
  width: ${({ $pixels }) => $pixels}px;
  height: ${({ $pixels }) => $pixels}px;
  border: 2px solid ${color.track};
  border-top-color: currentColor;
  border-radius: 50%;
  animation: ${turn} 0.9s linear infinite;
`;

const Centred = styled.div`
  display: grid;
  place-items: center;
  min-height: 240px;
  color: ${color.accent};
`;

export interface SpinnerProps {
  /** Read out: 'Loading study guides'. Omit it if an adjacent text says the same. */
  label?: string;
  /** Diameter in pixels. */
  pixels?: number;
  /** Centred in the area that is loading. */
  isCentred?: boolean;
}

/** A spinner. Prefer a skeleton if the final shape is known. */
export const Spinner = ({ label, pixels = 20, isCentred = false }: SpinnerProps): ReactNode => {
  const ring = (
    <span role={label ? 'status' : undefined}>
      <Ring $pixels={isCentred ? Math.max(pixels, 32) : pixels} aria-hidden />
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
  return isCentred ? <Centred>{ring}</Centred> : ring;
};
