import { ChevronDown, color, measure, media, motion, radius, size, space } from '@lectern/ui';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { styled } from 'styled-components';

const Base = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};
  min-height: 40px;
  max-width: 60vw;
  padding: ${space[4]} ${space[8]} ${space[4]} ${space[4]};
  border: 1px solid transparent;
  border-radius: ${radius.pill};
  background: transparent;
  font-size: ${size[14]};
  font-weight: 600;
  color: ${color.ink};
  transition: background ${motion.state};
  &:hover,
  &[data-state='open'] {
    background: ${color['accent-tint']};
  }
  > svg {
    width: 16px;
    height: 16px;
    color: ${color['ink-faint']};
  }
  @media ${media.touch} {
    min-height: ${measure.target};
  }
`;

const Initial = styled.span`
  display: grid;
  place-items: center;
  flex: none;
  width: 30px;
  height: 30px;
  border-radius: 50%;
  background: ${color.accent};
  color: ${color['on-accent']};
  font-size: ${size[14]};
  line-height: 1;
`;

const Name = styled.span`
  overflow: hidden;
  white-space: nowrap;
  text-overflow: ellipsis;
`;

export interface UserButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  firstName: string;
  ref?: Ref<HTMLButtonElement>;
}

/** Shows the first name, and opens the user menu. */
export const UserButton = ({ firstName, ...rest }: UserButtonProps): ReactNode => (
  <Base type="button" {...rest}>
    <Initial aria-hidden>{firstName.slice(0, 1).toUpperCase()}</Initial>
    <Name>{firstName}</Name>
    <ChevronDown aria-hidden />
  </Base>
);
