import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { inputShape } from './Field';
import { ChevronDown } from './icons';
import type { SelectOption } from './SelectField';
import { color } from './tokens';

const Row = styled.div`
  position: relative;
  flex: none;
  svg {
    position: absolute;
    right: 12px;
    top: 50%;
    width: 18px;
    height: 18px;
    transform: translateY(-50%);
    pointer-events: none;
    color: ${color['ink-faint']};
  }
`;

const Select = styled.select`
  ${inputShape}
  width: auto;
  appearance: none;
  padding-right: 40px;
  color: ${color['ink-soft']};
`;

export interface SortFieldProps {
  value: string;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
}

/** Chooses the order of a list. */
export const SortField = ({ value, options, onChange }: SortFieldProps): ReactNode => (
  <Row>
    <Select
      aria-label="Sort by"
      value={value}
      onChange={(event) => {
        onChange(event.target.value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
    <ChevronDown aria-hidden />
  </Row>
);
