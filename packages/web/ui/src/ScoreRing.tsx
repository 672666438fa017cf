import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { meterColor, type MeterTone } from './ProgressBar';
import { color, media, motion, size } from './tokens';

const Frame = styled.div<{ $pixels: number; $phonePixels: number }>`
  position: relative;
  display: grid;
  place-items: center;
  width: ${({ $pixels }) => $pixels}px;
  height: ${({ $pixels }) => $pixels}px;
  @media ${media.small} {
    width: ${({ $phonePixels }) => $phonePixels}px;
    height: ${({ $phonePixels }) => $phonePixels}px;
  }
  svg {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    transform: rotate(-90deg);
  }
  circle {
    fill: none;
    stroke-width: 8;
    stroke: ${color.track};
  }
`;

const Arc = styled.circle<{ $tone: MeterTone }>`
  && {
    stroke: ${({ $tone }) => meterColor[$tone]};
  }
  stroke-linecap: round;
  transition: stroke-dashoffset ${motion.overlay};
`;

/** A ring below this diameter has smaller digits, so that "100%" does not touch it. Pixels. */
const roomy = 120;

const Text = styled.div<{ $phonePixels: number }>`
  display: grid;
  justify-items: center;
  text-align: center;
  line-height: 1.2;
  strong {
    font-size: ${size[28]};
    font-weight: 650;
    font-variant-numeric: tabular-nums;
    letter-spacing: -0.02em;
  }
  @media ${media.small} {
    strong {
      font-size: ${({ $phonePixels }) => ($phonePixels < roomy ? size[22] : size[28])};
    }
  }
  span {
    font-size: ${size[12]};
    color: ${color['ink-faint']};
  }
`;

export interface ScoreRingProps {
  /** A whole number, 0 to 100. */
  percent: number;
  /** A word under the number, so that the meaning does not depend on colour: 'score', 'done'. */
  label: string;
  tone?: MeterTone;
  /** Diameter in pixels. */
  pixels?: number;
  /** Diameter below 720 px, in pixels. Defaults to `pixels`. */
  phonePixels?: number;
}

const circumference = 2 * Math.PI * 46;

/** A percentage as a ring with the number in the middle. */
export const ScoreRing = ({ percent, label, tone = 'accent', pixels = 128, phonePixels = pixels }: ScoreRingProps): ReactNode => {
  const value = Math.min(100, Math.max(0, percent));
  return (
    <Frame $pixels={pixels} $phonePixels={phonePixels}>
      <svg viewBox="0 0 100 100" aria-hidden>
        <circle cx="50" cy="50" r="46" />
        {value > 0 && (
          <Arc $tone={tone} cx="50" cy="50" r="46" strokeDasharray={circumference} strokeDashoffset={circumference * (1 - value / 100)} />
        )}
      </svg>
      <Text $phonePixels={phonePixels}>
        <strong>{Math.round(value)}%</strong>
        <span>{label}</span>
      </Text>
    </Frame>
  );
};
