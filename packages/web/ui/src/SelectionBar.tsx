import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Button } from './Button';
import { Trash2 } from './icons';
import { color, measure, media, radius, shadow, space } from './tokens';

const Bar = styled.div`
  position: sticky;
  bottom: ${space[16]};
  z-index: 20;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: ${space[12]};
  margin-top: ${space[24]};
  padding: ${space[12]} ${space[16]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  box-shadow: ${shadow.high};
  > p {
    margin-right: auto;
    font-weight: 600;
  }
  @media ${media.small} {
    /* Wraps to two lines at 360 px. */
    gap: ${space[8]};
    padding: ${space[12]};
    bottom: calc(${measure.bottomBar} + ${space[8]} + env(safe-area-inset-bottom));
  }
`;

export interface SelectionBarProps {
  count: number;
  /** Maximum number of items per action. */
  most: number;
  onDelete: () => void;
  onCancel: () => void;
  /** Additional actions, before "Delete". */
  children?: ReactNode;
}

/**
 * The bulk actions for the selected items of a list.
 *
 * @example
 * ```tsx
 * const { selected, end } = useSelection();
 *
 * {selected && <SelectionBar count={selected.size} most={mostAtOnce} onDelete={() => void removeSelected()} onCancel={end} />}
 * ```
 */
export const SelectionBar = ({ count, most, onDelete, onCancel, children }: SelectionBarProps): ReactNode => (
  <Bar role="region" aria-label="Selection">
    <p aria-live="polite">{count > most ? `Up to ${String(most)} at a time` : `${String(count)} selected`}</p>
    <Button variant="secondary" onClick={onCancel}>
      Cancel
    </Button>
    {children}
    <Button variant="danger" icon={<Trash2 aria-hidden />} disabled={count === 0 || count > most} onClick={onDelete}>
      Delete
    </Button>
  </Bar>
);
