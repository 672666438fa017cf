import { counted } from '@lectern/contracts';
import { useLimits } from '@lectern/platform';
import { color, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { PartFailed } from './PartFailed';

const Counts = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]} ${space[24]};
  margin-bottom: ${space[24]};
  font-size: ${size[14]};
  color: ${color['ink-soft']};
  div {
    display: flex;
    flex-direction: row-reverse;
    justify-content: flex-end;
    gap: ${space[4]};
  }
  dd {
    margin: 0;
    font-weight: 600;
    color: ${color.ink};
    font-variant-numeric: tabular-nums;
  }
`;
const CountsFailed = styled.div`
  margin-bottom: ${space[32]};
`;

/** The noun without its count, which is shown separately. */
const nounOf = (current = 0, one: string, many?: string): string => counted(current, one, many).replace(/^\S+ /, '');

/** One line with the number of guides, quizzes and decks. */
export const CountsOverview = (): ReactNode => {
  const { limits, query } = useLimits();
  if (query.isError && !limits)
    return (
      <CountsFailed>
        <PartFailed isBusy={query.isFetching} onRetry={() => void query.refetch()}>
          Failed to get user limits
        </PartFailed>
      </CountsFailed>
    );
  const figure = (current: number | undefined): string => (current === undefined ? '–' : String(current));
  return (
    <Counts>
      <div>
        <dt>{nounOf(limits?.studyMaterials.current, 'Study Material')}</dt>
        <dd>{figure(limits?.studyMaterials.current)}</dd>
      </div>
      <div>
        <dt>{nounOf(limits?.quizzes.current, 'Quiz', 'Quizzes')}</dt>
        <dd>{figure(limits?.quizzes.current)}</dd>
      </div>
      <div>
        <dt>{nounOf(limits?.flashcards.current, 'Flashcard Deck')}</dt>
        <dd>{figure(limits?.flashcards.current)}</dd>
      </div>
    </Counts>
  );
};
