import { calls, guideStyleNotice } from '@lectern/contracts';
import { useEngine } from '@lectern/platform';
import { Button, Notice, space, TextArea } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Chips = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
`;

const styles = ['ADPIE', 'IRAC', 'SOAP', 'Cornell', 'Outline'] as const;

/** Names the parts of a style preference that the guide will not follow. */
const StyleNotice = ({ preference }: { preference: string }): ReactNode => {
  const text = guideStyleNotice(preference, useEngine(calls.getGuideEngine));
  return <div role="status">{text !== undefined && <Notice tone="warning">{text}</Notice>}</div>;
};

export interface StyleFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** A free-text field for the guide's style, with chips that insert predefined styles. */
export const StyleField = ({ value, onChange }: StyleFieldProps): ReactNode => (
  <>
    <TextArea
      label="Style Preference"
      hint="Optional. How the guide should be structured, by name or in your own words."
      rows={2}
      maxLength={2_000}
      value={value}
      onChange={(event) => {
        onChange(event.target.value);
      }}
    />
    <StyleNotice preference={value} />
    <Chips role="group" aria-label="Styles">
      {styles.map((name) => (
        <Button
          key={name}
          type="button"
          variant={value === name ? 'primary' : 'secondary'}
          aria-pressed={value === name}
          onClick={() => {
            onChange(value === name ? '' : name);
          }}
        >
          {name}
        </Button>
      ))}
    </Chips>
  </>
);
