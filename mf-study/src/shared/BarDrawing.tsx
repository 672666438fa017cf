import { color } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

/** The drawing's height in its own units. Each bar's slot is one unit wide. The drawing stretches to the width of the page. */
const fullHeight = 100;
const barWidth = 0.74;
/** The highest bar's share of the full height. */
const share = 0.94;

const Base = styled.svg`
  display: block;
  width: 100%;
  border-bottom: 1px solid ${color['line-strong']};
  .light {
    fill: ${color['accent-line']};
  }
  .strong {
    fill: ${color.accent};
  }
`;

interface BarPart {
  value: number;
  tone: 'light' | 'strong';
}

export interface BarDrawingProps {
  /** The segments of each bar, lowest first. */
  bars: readonly (readonly BarPart[])[];
  /** Number of slots. Defaults to the number of bars. */
  slots?: number;
  /** In pixels. */
  height: number;
}

const valueOf = (parts: readonly BarPart[]): number => parts.reduce((sum, { value }) => sum + value, 0);

/** A bar chart, scaled to its highest bar. A separate table gives the figures to screen readers. */
export const BarDrawing = ({ bars, slots = bars.length, height }: BarDrawingProps): ReactNode => {
  const most = Math.max(1, ...bars.map(valueOf));
  const heightOf = (value: number): number => (value / most) * fullHeight * share;
  return (
    <Base
      height={height}
      viewBox={`0 0 ${String(Math.max(slots, bars.length))} ${String(fullHeight)}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {bars.map((parts, index) =>
        parts.map(({ value, tone }, place) => (
          <rect
            key={`${String(index)} ${String(place)}`}
            className={tone}
            x={index + (1 - barWidth) / 2}
            y={fullHeight - heightOf(valueOf(parts.slice(0, place + 1)))}
            width={barWidth}
            height={heightOf(value)}
          />
        )),
      )}
    </Base>
  );
};
