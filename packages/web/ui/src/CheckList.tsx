import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { choiceShape } from './Field';
import type { SelectOption } from './SelectField';
import { color, measure, radius, size, space } from './tokens';

const Group = styled.fieldset`
  display: grid;
  min-width: 0;
  max-height: min(360px, 40vh);
  margin: 0;
  padding: 0;
  overflow-y: auto;
  border: 1px solid ${color.line};
  border-radius: ${radius.field};
  label {
    display: flex;
    align-items: center;
    gap: ${space[12]};
    min-height: ${measure.target};
    padding: ${space[4]} ${space[12]};
    cursor: pointer;
    overflow-wrap: anywhere;
  }
  input {
    ${choiceShape}
  }
  small {
    display: block;
    font-size: ${size[14]};
    color: ${color['ink-faint']};
  }
  p {
    padding: ${space[12]};
    color: ${color['ink-soft']};
  }
`;

export interface CheckListOption extends SelectOption {
  /** The second line of the option. */
  detail?: string | undefined;
}

export interface CheckListProps {
  /** The group's name for screen readers. */
  label: string;
  options: readonly CheckListOption[];
  /** Values of the checked options. */
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  /** Maximum number of checked options. */
  most: number;
  /** Content below the options. */
  children?: ReactNode;
}

/** A scrolling list of check boxes. */
export const CheckList = ({ label: name, options, chosen, onChange, most, children }: CheckListProps): ReactNode => (
  <Group aria-label={name}>
    {options.map(({ value, label, detail }) => {
      const isChosen = chosen.includes(value);
      return (
        <label key={value}>
          <input
            type="checkbox"
            checked={isChosen}
            disabled={!isChosen && chosen.length >= most}
            onChange={() => {
              onChange(isChosen ? chosen.filter((other) => other !== value) : [...chosen, value]);
            }}
          />
          <span>
            {label}
            {detail && <small>{detail}</small>}
          </span>
        </label>
      );
    })}
    {children}
  </Group>
);
