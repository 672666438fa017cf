import { Link } from '@lectern/platform/router';
import { color, CreditCard, Layers, Plus, radius, size, space } from '@lectern/ui';
import type { ReactNode, Ref } from 'react';
import { styled } from 'styled-components';
import { navigationIcon } from '../frame/navigationIcons';
import type { JumpTarget } from './jumpSources';
import type { JumpGroup } from './useJumpSearch';

const Listbox = styled.div`
  min-height: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
`;

const Group = styled.div`
  & + & {
    margin-top: ${space[8]};
  }
`;

const GroupName = styled.div`
  padding: ${space[8]} ${space[12]} ${space[4]};
  font-size: ${size[12]};
  font-weight: 600;
  color: ${color['ink-faint']};
`;

const Option = styled(Link)`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  min-height: 44px;
  padding: ${space[8]} ${space[12]};
  border-radius: ${radius.field};
  font-size: ${size[14]};
  color: ${color.ink};
  text-decoration: none;
  scroll-margin: ${space[8]};
  svg {
    flex: none;
    width: 18px;
    height: 18px;
    color: ${color['ink-faint']};
  }
  span {
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  small {
    flex: none;
    margin-left: auto;
    font-size: ${size[12]};
    color: ${color['ink-faint']};
    font-variant-numeric: tabular-nums;
  }
  &:hover {
    color: ${color.ink};
  }
  &[aria-selected='true'] {
    background: ${color['accent-tint']};
    svg {
      color: ${color.accent};
    }
    small {
      color: ${color['ink-soft']};
    }
  }
`;

const ownIcons: Record<string, ReactNode> = {
  decks: <Layers aria-hidden />,
  create: <Plus aria-hidden />,
  subscription: <CreditCard aria-hidden />,
};

export interface JumpResultsProps {
  ref: Ref<HTMLDivElement>;
  /** The id of the list box, and the prefix of the ids of its parts. */
  id: string;
  groups: readonly JumpGroup[];
  isSearching: boolean;
  /** The target that Enter opens. */
  current: JumpTarget | undefined;
  onPoint: (target: JumpTarget) => void;
  onJump: (path: string) => void;
}

/** The id of a target's option, for `aria-activedescendant`. */
export const optionId = (listId: string, { path }: JumpTarget): string => `${listId}${path}`;

/** The list box below the field, with the results grouped by kind. */
export const JumpResults = ({ ref, id, groups, isSearching, current, onPoint, onJump }: JumpResultsProps): ReactNode => (
  <Listbox ref={ref} id={id} role="listbox" aria-label="Results" aria-busy={isSearching} hidden={groups.length === 0}>
    {groups.map(({ name, targets }) => (
      <Group key={name} role="group" aria-labelledby={`${id}${name}`}>
        <GroupName id={`${id}${name}`}>{name}</GroupName>
        {targets.map((target) => (
          <Option
            key={target.path}
            id={optionId(id, target)}
            to={target.path}
            role="option"
            tabIndex={-1}
            aria-selected={target.path === current?.path}
            onPointerMove={() => {
              onPoint(target);
            }}
            onClick={(event) => {
              // A click that opens a new tab leaves this one unchanged.
              if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onJump(target.path);
            }}
          >
            {ownIcons[target.icon] ?? navigationIcon(target.icon)}
            <span>{target.title}</span>
            {target.context !== undefined && <small>{target.context}</small>}
          </Option>
        ))}
      </Group>
    ))}
  </Listbox>
);
