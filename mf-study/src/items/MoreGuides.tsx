import { mostGuides } from '@lectern/contracts';
import { color, FieldCaption, measure, radius, size, space, type SelectOption } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Group = styled.fieldset`
  display: grid;
  min-width: 0;
  max-height: 220px;
  margin: 0;
  padding: 0;
  overflow-y: auto;
  border: 1px solid ${color.line};
  border-radius: ${radius.field};
  font-size: ${size[14]};
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
    flex: none;
    width: 18px;
    height: 18px;
    margin: 0;
    accent-color: ${color.accent};
  }
`;

export interface MoreGuidesProps {
  /** The guides that can be added. */
  guides: readonly SelectOption[];
  /** Ids of the added ones. */
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** Further guides for one quiz or deck. */
export const MoreGuides = ({ guides, chosen, onChange }: MoreGuidesProps): ReactNode => {
  if (guides.length === 0) return undefined;
  const isFull = chosen.length >= mostGuides - 1;
  return (
    <div>
      <FieldCaption as="p">More guides</FieldCaption>
      <Group aria-label="More guides">
        {guides.map(({ value, label }) => {
          const isChosen = chosen.includes(value);
          return (
            <label key={value}>
              <input
                type="checkbox"
                checked={isChosen}
                disabled={!isChosen && isFull}
                onChange={() => {
                  onChange(isChosen ? chosen.filter((id) => id !== value) : [...chosen, value]);
                }}
              />
              {label}
            </label>
          );
        })}
      </Group>
    </div>
  );
};
