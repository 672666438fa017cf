import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { ChevronRight, HelpCircle } from './icons';
import { color, motion, radius, size, space } from './tokens';

const Details = styled.details`
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  text-align: start;
  > summary {
    display: flex;
    align-items: center;
    gap: ${space[12]};
    min-height: 44px;
    padding: ${space[8]} ${space[16]};
    font-size: ${size[14]};
    font-weight: 600;
    list-style: none;
    cursor: pointer;
    &::-webkit-details-marker {
      display: none;
    }
    > svg {
      flex: none;
      width: 18px;
      height: 18px;
      color: ${color['ink-faint']};
    }
    > svg:last-child {
      margin-inline-start: auto;
      transition: transform ${motion.state};
    }
  }
  &[open] > summary > svg:last-child {
    transform: rotate(90deg);
  }
  > div {
    padding: ${space[8]} ${space[16]} ${space[16]};
  }
  @media print {
    display: none;
  }
`;

export interface AskDisclosureProps {
  /** 'Ask about this guide' */
  label: string;
  /** Controls the panel from outside. If omitted, only the learner opens and closes it. */
  isOpen?: boolean | undefined;
  onToggle?: ((isOpen: boolean) => void) | undefined;
  /** Renders the form and the answers. Called once it is open. */
  children: () => ReactNode;
}

/** A collapsible area for asking a question. */
export const AskDisclosure = ({ label, isOpen, onToggle, children }: AskDisclosureProps): ReactNode => {
  const [isOwnOpen, setIsOwnOpen] = useState(false);
  const open = isOpen ?? isOwnOpen;
  return (
    <Details
      open={open}
      onToggle={({ currentTarget }) => {
        setIsOwnOpen(currentTarget.open);
        onToggle?.(currentTarget.open);
      }}
    >
      <summary>
        <HelpCircle aria-hidden />
        {label}
        <ChevronRight aria-hidden />
      </summary>
      <div>{open && children()}</div>
    </Details>
  );
};
