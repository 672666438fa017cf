import { color, ProgressBar, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { TopicScore } from './QuizSession';
import { scoreTone } from './scoreWords';

const List = styled.ul`
  display: grid;
  gap: ${space[16]};
  li {
    display: grid;
    gap: ${space[8]};
  }
  p {
    display: flex;
    justify-content: space-between;
    gap: ${space[16]};
    overflow-wrap: anywhere;
  }
  span {
    flex: none;
    font-size: ${size[14]};
    color: ${color['ink-soft']};
    font-variant-numeric: tabular-nums;
  }
`;

/** Correct answers per topic, weakest topic first. */
export const TopicScoreList = ({ scores }: { scores: readonly TopicScore[] }): ReactNode => (
  <List>
    {scores
      .toSorted((one, other) => one.correct / one.total - other.correct / other.total)
      .map(({ topic, correct, total }) => {
        const percent = Math.round((correct / total) * 100);
        return (
          <li key={topic}>
            <p>
              {topic}
              <span>
                {correct} of {total}
              </span>
            </p>
            <ProgressBar label={`${topic}: ${String(correct)} of ${String(total)}`} percent={percent} tone={scoreTone(percent)} isThin />
          </li>
        );
      })}
  </List>
);
