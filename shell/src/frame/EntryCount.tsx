import { useNavigationCount } from '@lectern/platform';
import { color, radius, VisuallyHidden } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

/** The badge with the number. The navigation entry positions it. */
export const CountMark = styled.b`
  display: inline-block;
  min-width: 20px;
  padding: 0 6px;
  border-radius: ${radius.pill};
  background: ${color.accent};
  color: ${color['on-accent']};
  font-size: 11px;
  font-weight: 650;
  line-height: 20px;
  text-align: center;
  font-variant-numeric: tabular-nums;
`;

const mostShown = 99;

/** The number of items waiting at a navigation entry, if its remote has reported one: '12', read out as '12 due'. */
export const EntryCount = ({ path }: { path: string }): ReactNode => {
  const waiting = useNavigationCount(path);
  if (!waiting) return null;
  const { count, word } = waiting;
  return (
    <CountMark>
      <VisuallyHidden> </VisuallyHidden>
      {count > mostShown ? `${String(mostShown)}+` : count}
      <VisuallyHidden> {word}</VisuallyHidden>
    </CountMark>
  );
};
