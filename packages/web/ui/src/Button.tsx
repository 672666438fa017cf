import type { ButtonHTMLAttributes, ComponentType, ElementType, ReactNode, Ref } from 'react';
import { css, styled } from 'styled-components';
import { Spinner } from './Spinner';
import { color, measure, media, motion, radius, shadow, size, space } from './tokens';

/** `primary`: the main action of a page or dialog. `secondary`: another action. `quiet`: in rows and cards. `danger`: deletes something. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

export const buttonVariants = {
  primary: css`
    background: ${color.accent};
    color: ${color['on-accent']};
    box-shadow: ${shadow.low};
    &:hover:not(:disabled) {
      background: ${color['accent-hover']};
      color: ${color['on-accent']};
    }
    &:active:not(:disabled) {
      background: ${color['accent-pressed']};
    }
  `,
  secondary: css`
    background: ${color.raised};
    color: ${color.ink};
    border-color: ${color['line-control']};
    &:hover:not(:disabled) {
      border-color: ${color['ink-faint']};
      color: ${color.ink};
    }
    &:active:not(:disabled) {
      background: ${color.sunken};
    }
  `,
  quiet: css`
    background: transparent;
    color: ${color['ink-soft']};
    &:hover:not(:disabled) {
      background: ${color['accent-tint']};
      color: ${color.ink};
    }
  `,
  danger: css`
    background: ${color.danger};
    color: ${color['on-danger']};
    &:hover:not(:disabled) {
      background: ${color['danger-hover']};
      color: ${color['on-danger']};
    }
  `,
};

export const buttonShape = css`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${space[8]};
  min-height: 40px;
  padding: ${space[8]} ${space[16]};
  border: 1px solid transparent;
  border-radius: ${radius.field};
  font-size: ${size[14]};
  font-weight: 600;
  line-height: 1.25;
  text-decoration: none;
  white-space: nowrap;
  transition:
    background ${motion.state},
    border-color ${motion.state},
    color ${motion.state};
  svg {
    flex: none;
    width: 18px;
    height: 18px;
  }
  &:disabled {
    opacity: 0.55;
    box-shadow: none;
  }
  @media ${media.touch} {
    min-height: ${measure.target};
  }
`;

const Styled = styled.button<LookProps>`
  ${buttonShape}
  ${({ $variant }) => buttonVariants[$variant]}
  ${({ $isWide }) =>
    $isWide &&
    css`
      width: 100%;
    `}
  ${({ $isLarge }) =>
    $isLarge &&
    css`
      min-height: 48px;
      padding: ${space[12]} ${space[24]};
      font-size: ${size[16]};
    `}
  &[aria-busy='true'] {
    cursor: progress;
  }
`;

interface LookProps {
  $variant: ButtonVariant;
  $isWide: boolean;
  $isLarge: boolean;
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  /** Shows a spinner and ignores clicks. Shows `busyLabel` instead of the label, if set. */
  isBusy?: boolean;
  /** 'Signing in...' */
  busyLabel?: string;
  icon?: ReactNode;
  isWide?: boolean;
  isLarge?: boolean;
  /** Renders another element that looks like a button, such as the router's `Link` (then also pass `to`). */
  as?: ElementType;
  to?: string;
  href?: string;
  ref?: Ref<HTMLButtonElement>;
}

// A union of the props of all elements that `as` accepts is too large for the compiler.
const Base = Styled as unknown as ComponentType<LookProps & ButtonProps>;

export const Button = ({
  variant = 'primary',
  isBusy = false,
  busyLabel,
  icon,
  isWide = false,
  isLarge = false,
  disabled,
  children,
  type,
  as,
  ...rest
}: ButtonProps): ReactNode => (
  <Base
    {...(as ? { as } : { type: type ?? 'button' })}
    $variant={variant}
    $isWide={isWide}
    $isLarge={isLarge}
    {...(!as && { disabled: (disabled ?? false) || isBusy })}
    aria-busy={isBusy || undefined}
    {...rest}
  >
    {isBusy ? <Spinner pixels={16} /> : icon}
    {isBusy ? (busyLabel ?? children) : children}
  </Base>
);
