import type { ReactNode } from 'react';
import { css, styled } from 'styled-components';
import type { Tone } from './Badge';
import { color, radius, size, space } from './tokens';

const tones: Record<Exclude<Tone, 'accent'>, ReturnType<typeof css>> = {
  neutral: css`
    background: ${color.sunken};
    > svg {
      color: ${color['ink-faint']};
    }
  `,
  success: css`
    background: ${color['success-tint']};
    > svg {
      color: ${color.success};
    }
  `,
  warning: css`
    background: ${color['warning-tint']};
    > svg {
      color: ${color.warning};
    }
  `,
  danger: css`
    background: ${color['danger-tint']};
    > svg {
      color: ${color.danger};
    }
  `,
  info: css`
    background: ${color['info-tint']};
    > svg {
      color: ${color.info};
    }
  `,
};

const Base = styled.div<{ $tone: Exclude<Tone, 'accent'> }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[12]};
  padding: ${space[12]} ${space[16]};
  border-radius: ${radius.field};
  font-size: ${size[14]};
  line-height: 1.5;
  color: ${color.ink};
  > svg {
    flex: none;
    width: 20px;
    height: 20px;
  }
  > div {
    flex: 1 1 0;
    min-width: min(100%, 200px);
  }
  ${({ $tone }) => tones[$tone]}
`;

export interface NoticeProps {
  tone?: Exclude<Tone, 'accent'>;
  icon?: ReactNode;
  /** Interrupts a screen reader to announce the message. */
  isUrgent?: boolean;
  /** A quiet button that resolves the problem. */
  action?: ReactNode;
  children: ReactNode;
}

/** A message next to its subject: a limit, a shortfall, a failed sign-in. */
export const Notice = ({ tone = 'info', icon, isUrgent = false, action, children }: NoticeProps): ReactNode => (
  <Base $tone={tone} role={isUrgent ? 'alert' : undefined}>
    {icon}
    <div>{children}</div>
    {action}
  </Base>
);
