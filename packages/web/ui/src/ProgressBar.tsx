import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, motion, radius } from './tokens';

/** The meaning of the bar: green, yellow and red of a meter, or plain progress. */
export type MeterTone = 'accent' | 'good' | 'near' | 'full';

export const meterColor: Record<MeterTone, string> = {
  accent: color.accent,
  good: color['meter-good'],
  near: color['meter-near'],
  full: color['meter-full'],
};

const Track = styled.div<{ $thin: boolean }>`
  height: ${({ $thin }) => ($thin ? '4px' : '8px')};
  overflow: hidden;
  border-radius: ${radius.pill};
  background: ${color.track};
`;

// The width is set by script: the content security policy forbids `style` attributes in the server's markup.
const Fill = styled.div<{ $tone: MeterTone }>`
  height: 100%;
  border-radius: inherit;
  background: ${({ $tone }) => meterColor[$tone]};
  transition: width ${motion.overlay};
`;

export interface ProgressBarProps {
  /** Read out: 'Question 3 of 10'. */
  label: string;
  /** 0 to 100. */
  percent: number;
  tone?: MeterTone;
  isThin?: boolean;
}

export const ProgressBar = ({ label, percent, tone = 'accent', isThin = false }: ProgressBarProps): ReactNode => {
  const value = Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <Track role="progressbar" aria-label={label} aria-valuenow={value} aria-valuemin={0} aria-valuemax={100} $thin={isThin}>
      <Fill $tone={tone} style={{ width: `${String(value)}%` }} />
    </Track>
  );
};
