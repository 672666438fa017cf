import type { ButtonHTMLAttributes, ComponentType, ElementType, ReactNode, Ref } from 'react';
import { styled } from 'styled-components';
import { color, measure, media, motion, radius } from './tokens';

const Styled = styled.button`
  display: inline-grid;
  place-items: center;
  flex: none;
  width: 36px;
  height: 36px;
  padding: 0;
  border: 1px solid transparent;
  border-radius: ${radius.field};
  background: transparent;
  color: ${color['ink-soft']};
  transition:
    background ${motion.state},
    color ${motion.state};
  &:hover:not(:disabled),
  &[data-state='open'] {
    background: ${color['accent-tint']};
    color: ${color.ink};
  }
  &:disabled {
    opacity: 0.45;
  }
  svg {
    width: 20px;
    height: 20px;
  }
  @media ${media.touch} {
    width: ${measure.target};
    height: ${measure.target};
  }
`;

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The button's name, read out and shown as its tooltip. */
  label: string;
  children: ReactNode;
  /** Renders another element that looks like this button, such as the router's `Link` (then also pass `to`). */
  as?: ElementType;
  to?: string;
  ref?: Ref<HTMLButtonElement>;
}

// A union of the props of all elements that `as` accepts is too large for the compiler.
const Base = Styled as unknown as ComponentType<Omit<IconButtonProps, 'label'>>;

/** A button that shows only an icon. */
export const IconButton = ({ label, children, as, ...rest }: IconButtonProps): ReactNode => (
  <Base {...(as ? { as } : { type: 'button' })} aria-label={label} title={label} {...rest}>
    {children}
  </Base>
);
