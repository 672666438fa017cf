import { color } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const width = 136;
const height = 44;
/** Width reserved for the scale on the left. */
const scale = 24;
/** Padding for the end dots and the stroke width. */
const margin = 4;

const Drawing = styled.svg`
  flex: none;
  width: ${width}px;
  height: ${height}px;
  fill: none;
  stroke-linecap: round;
  stroke-linejoin: round;
  .ground {
    stroke: ${color.line};
  }
  text {
    fill: ${color['ink-faint']};
    font-size: 10px;
    text-anchor: end;
    dominant-baseline: middle;
  }
  .scores {
    stroke: ${color.accent};
    stroke-width: 2;
  }
  .latest {
    fill: ${color.accent};
    stroke: ${color.raised};
    stroke-width: 1.5;
  }
`;

/** Vertical position of a score, in pixels from the top. */
const heightOf = (score: number): number => height - margin - (Math.min(100, Math.max(0, score)) / 100) * (height - 2 * margin);

export interface TrendProps {
  /** Percentages, oldest first. */
  scores: readonly number[];
}

/** A line chart of the scores of a guide's attempts, from 0 to 100 percent. Renders nothing for fewer than two attempts. */
export const Trend = ({ scores }: TrendProps): ReactNode => {
  if (scores.length < 2) return null;
  const points = scores.map((score, index) => ({
    x: scale + margin + (index / (scores.length - 1)) * (width - scale - 2 * margin),
    y: heightOf(score),
  }));
  const path = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const latest = points.at(-1);
  return (
    <Drawing
      viewBox={`0 0 ${String(width)} ${String(height)}`}
      role="img"
      aria-label={`Scores of the last ${String(scores.length)} attempts: ${scores.join(', ')} percent`}
    >
      {[0, 50, 100].map((score) => (
        <g key={score}>
          <line className="ground" x1={scale} x2={width} y1={heightOf(score)} y2={heightOf(score)} />
          {score !== 50 && (
            <text x={scale - 4} y={heightOf(score)}>
              {score}
            </text>
          )}
        </g>
      ))}
      <polyline className="scores" points={path} />
      {latest && <circle className="latest" cx={latest.x} cy={latest.y} r="3.5" />}
    </Drawing>
  );
};
