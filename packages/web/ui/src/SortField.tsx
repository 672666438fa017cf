import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { inputShape } from './Field';
import { ArrowDownUp, ChevronDown } from './icons';
import { selectRow, type SelectOption } from './SelectField';
import { color, measure, media } from './tokens';

const Row = styled.div`
  ${selectRow}
  flex: none;
  > :last-child {
    display: none;
  }
  @media ${media.small} {
    > :nth-child(2) {
      display: none;
    }
    > :last-child {
      display: block;
      right: calc((${measure.target} - 18px) / 2);
    }
  }
`;

const Select = styled.select`
  ${inputShape}
  width: auto;
  appearance: none;
  padding-right: 40px;
  color: ${color['ink-soft']};
  /* On a phone, only the icon is shown, so that the search keeps its width. The options open as usual. */
  @media ${media.small} {
    width: ${measure.target};
    padding: 0;
    /* In WebKit, the hidden label would otherwise widen the page. */
    overflow: hidden;
    color: transparent;
    option {
      color: ${color.ink};
    }
  }
`;

export interface SortFieldProps {
  value: string;
  options: readonly SelectOption[];
  onChange: (value: string) => void;
}

/** A select for the sort order of a list. */
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
    <ArrowDownUp aria-hidden />
  </Row>
);
