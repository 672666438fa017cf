import { Button, color, media, RotateCcw, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 ${space[16]};
  margin-bottom: ${space[8]};
  font-size: ${size[14]};
  color: ${color['ink-soft']};
  font-variant-numeric: tabular-nums;
  @media ${media.small} {
    margin: calc(-1 * ${space[4]}) 0 0;
    /* Aligns the button with the text above when it wraps. */
    > button {
      margin-left: calc(-1 * ${space[16]});
    }
  }
`;

export interface RoundLineProps {
  /** Such as 'Missed questions'. */
  name: string;
  /** Number of items in the round. */
  count: number;
  /** Number of items in the whole quiz or deck. */
  total: number;
  onRestart: () => void;
}

/** Names a partial round, and offers the whole quiz or deck instead. */
export const RoundLine = ({ name, count, total, onRestart }: RoundLineProps): ReactNode => (
  <Line>
    <span>
      {name}, {count} of {total}
    </span>
    <Button variant="quiet" icon={<RotateCcw aria-hidden />} onClick={onRestart}>
      Start from the beginning
    </Button>
  </Line>
);
