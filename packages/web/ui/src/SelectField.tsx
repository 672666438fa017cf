import type { ReactNode, Ref, SelectHTMLAttributes } from 'react';
import { css, styled } from 'styled-components';
import { Field, inputShape, type FieldProps } from './Field';
import { ChevronDown } from './icons';
import { color } from './tokens';

/** Positions the arrow of every field that is a select element. */
export const selectRow = css`
  position: relative;
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

const Row = styled.div`
  ${selectRow}
`;

const Select = styled.select`
  ${inputShape}
  appearance: none;
  padding-right: 40px;
  text-overflow: ellipsis;
`;

export interface SelectOption {
  value: string;
  label: string;
}

export interface SelectFieldProps extends FieldProps, SelectHTMLAttributes<HTMLSelectElement> {
  options: readonly SelectOption[];
  /** The first entry, with an empty value: 'Select a study material'. */
  placeholder?: string;
  ref?: Ref<HTMLSelectElement>;
}

/** A select field. Uses the browser's own element, which works best on phones and with screen readers. */
export const SelectField = ({ label, hint, error, id, options, placeholder, ...rest }: SelectFieldProps): ReactNode => (
  <Field label={label} hint={hint} error={error} id={id}>
    {(control) => (
      <Row>
        <Select {...rest} {...control}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
        <ChevronDown aria-hidden />
      </Row>
    )}
  </Field>
);
