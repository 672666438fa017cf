import { useId, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { choiceShape, FieldCaption, FieldProblem } from './Field';
import { color, measure, media, radius, size, space } from './tokens';

const Group = styled.fieldset<{ $isRow: boolean }>`
  display: grid;
  ${({ $isRow }) => $isRow && 'grid-auto-flow: column; grid-auto-columns: 1fr;'}
  gap: ${space[8]};
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  legend {
    margin-bottom: ${space[8]};
    padding: 0;
  }
`;

/** A framed radio button with its label. */
export const RadioChoice = styled.label`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  min-height: 40px;
  padding: ${space[8]} ${space[12]};
  border: 1px solid ${color.line};
  border-radius: ${radius.field};
  font-size: ${size[16]};
  cursor: pointer;
  &:hover {
    border-color: ${color['line-strong']};
  }
  &:has(input:checked) {
    border-color: ${color.accent};
    background: ${color['accent-tint']};
  }
  input {
    ${choiceShape}
  }
  @media ${media.touch} {
    min-height: ${measure.target};
  }
`;

export interface RadioFieldProps<Value extends string> {
  /** The question, and the group's name. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value | undefined;
  onChange: (value: Value) => void;
  /** The group's error. Read out when it appears. */
  error?: string | undefined;
  /** Places short labels side by side. */
  isRow?: boolean;
}

/** A labelled group of radio buttons. */
export const RadioField = <Value extends string>({
  label,
  options,
  value,
  onChange,
  error,
  isRow = false,
}: RadioFieldProps<Value>): ReactNode => {
  const name = useId();
  return (
    <Group $isRow={isRow} role="radiogroup" aria-describedby={error ? `${name}-error` : undefined} aria-invalid={error ? true : undefined}>
      <FieldCaption as="legend">{label}</FieldCaption>
      {options.map((option) => (
        <RadioChoice key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => {
              onChange(option.value);
            }}
          />
          {option.label}
        </RadioChoice>
      ))}
      {error && <FieldProblem id={`${name}-error`}>{error}</FieldProblem>}
    </Group>
  );
};
