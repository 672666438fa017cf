import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { color, radius, size, space } from './tokens';

/** The meaning of a small label. */
export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info';

const tones = {
  neutral: css`
    background: ${color.sunken};
    color: ${color['ink-soft']};
  `,
  accent: css`
    background: ${color['accent-tint']};
    color: ${color.accent};
  `,
  success: css`
    background: ${color['success-tint']};
    color: ${color.success};
  `,
  warning: css`
    background: ${color['warning-tint']};
    color: ${color.warning};
  `,
  danger: css`
    background: ${color['danger-tint']};
    color: ${color.danger};
  `,
  info: css`
    background: ${color['info-tint']};
    color: ${color.info};
  `,
};

const Base = styled.span<{ $tone: Tone }>`
  display: inline-flex;
  align-items: center;
  gap: ${space[4]};
  padding: 2px ${space[8]};
  border-radius: ${radius.pill};
  font-size: ${size[12]};
  font-weight: 600;
  line-height: 1.5;
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
  svg {
    width: 14px;
    height: 14px;
  }
  ${({ $tone }) => tones[$tone]}
`;

export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }): ReactNode => (
  <Base $tone={tone}>{children}</Base>
);
