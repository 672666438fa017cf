import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { choiceShape } from './Field';
import { measure } from './tokens';

const Target = styled.label`
  display: grid;
  place-items: center;
  width: ${measure.target};
  height: ${measure.target};
  cursor: pointer;
  input {
    ${choiceShape}
  }
`;

export interface SelectionBoxProps {
  /** The item's title. */
  title: string;
  isSelected: boolean;
  onChange: () => void;
}

/** The checkbox of a card in selection mode. It replaces the card's menu. */
export const SelectionBox = ({ title, isSelected, onChange }: SelectionBoxProps): ReactNode => (
  <Target>
    <input type="checkbox" aria-label={`Select ${title}`} checked={isSelected} onChange={onChange} />
  </Target>
);
