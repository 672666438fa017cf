import { Tabs as Primitive } from '@lectern/ui/primitives';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, measure, media, motion, size, space } from './tokens';

const List = styled(Primitive.List)`
  display: flex;
  gap: ${space[24]};
  overflow-x: auto;
  margin-bottom: ${space[24]};
  border-bottom: 1px solid ${color.line};
`;

const Trigger = styled(Primitive.Trigger)`
  min-height: 40px;
  padding: ${space[8]} 0;
  border: 0;
  border-bottom: 2px solid transparent;
  background: none;
  font-size: ${size[16]};
  font-weight: 600;
  color: ${color['ink-faint']};
  white-space: nowrap;
  transition:
    color ${motion.state},
    border-color ${motion.state};
  &:hover {
    color: ${color.ink};
  }
  &[data-state='active'] {
    color: ${color.ink};
    border-bottom-color: ${color.accent};
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  @media ${media.touch} {
    min-height: ${measure.target};
  }
`;

export interface TabsProps<Value extends string> {
  /** The accessible name of the tab list. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly { value: Value; label: string; content: ReactNode }[];
}

export const Tabs = <Value extends string>({ label, value, onChange, tabs }: TabsProps<Value>): ReactNode => (
  <Primitive.Root
    value={value}
    onValueChange={(next) => {
      const tab = tabs.find((candidate) => candidate.value === next);
      if (tab) onChange(tab.value);
    }}
  >
    <List aria-label={label}>
      {tabs.map((tab) => (
        <Trigger key={tab.value} value={tab.value}>
          {tab.label}
        </Trigger>
      ))}
    </List>
    {tabs.map((tab) => (
      <Primitive.Content key={tab.value} value={tab.value}>
        {tab.content}
      </Primitive.Content>
    ))}
  </Primitive.Root>
);
