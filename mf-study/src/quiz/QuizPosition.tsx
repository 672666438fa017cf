import { color, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  margin-bottom: ${space[12]};
  font-size: ${size[14]};
  font-weight: 600;
  color: ${color['ink-soft']};
  font-variant-numeric: tabular-nums;
  > :last-child {
    margin-inline-start: auto;
  }
`;

export interface QuizPositionProps {
  /** Such as 'Question 3 of 10'. */
  label: string;
  /** A whole percentage. */
  percent: number;
  /** Shown between both. */
  children?: ReactNode;
}

/** The position in the quiz. */
export const QuizPosition = ({ label, percent, children }: QuizPositionProps): ReactNode => (
  <Line>
    <span>{label}</span>
    {children}
    <span>{percent}%</span>
  </Line>
);
