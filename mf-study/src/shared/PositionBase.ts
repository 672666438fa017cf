import { color, size, space } from '@lectern/ui';
import { styled } from 'styled-components';

/** The place in a quiz or deck: a line with the position at its start, and a progress bar. */
export const PositionBase = styled.div`
  display: grid;
  gap: ${space[8]};
  margin-bottom: ${space[32]};
  > div:first-child {
    display: flex;
    justify-content: space-between;
    gap: ${space[16]};
    font-size: ${size[14]};
    font-weight: 600;
    color: ${color['ink-soft']};
    font-variant-numeric: tabular-nums;
  }
`;
