import { chooseTheme, readTheme, type ThemeChoice } from '@lectern/platform';
import { RadioField, space } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';

const Row = styled.div`
  fieldset {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
  legend {
    grid-column: 1 / -1;
  }
  label {
    gap: ${space[8]};
  }
`;

const options = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** The theme: light, dark, or the system's preference. Stored in this browser. */
export const ThemeField = (): ReactNode => {
  const [choice, setChoice] = useState<ThemeChoice>(readTheme);
  return (
    <Row>
      <RadioField
        label="Theme"
        options={options}
        value={choice}
        onChange={(next) => {
          chooseTheme(next);
          setChoice(next);
        }}
      />
    </Row>
  );
};
