import type { QuizResults } from '@lectern/contracts';
import { CheckCircle2, color, ScoreRing, space, XCircle } from '@lectern/ui';
import type { ReactNode, RefObject } from 'react';
import { styled } from 'styled-components';
import { ResultActions, ResultCard, ResultCounts } from '../shared/ResultCard';
import { scoreMessage, scoreTone } from './scoreWords';

const Counts = styled(ResultCounts)`
  li {
    display: inline-flex;
    align-items: center;
    gap: ${space[8]};
  }
  svg {
    width: 18px;
    height: 18px;
  }
  li:first-child svg {
    color: ${color.success};
  }
  li:nth-child(2) svg {
    color: ${color.danger};
  }
`;

export interface ResultSummaryProps {
  results: QuizResults;
  /** Receives focus when the results appear. */
  heading: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}

/** The score, the counts and the next steps. */
export const ResultSummary = ({ results, heading, children }: ResultSummaryProps): ReactNode => {
  const { score, correctAnswers, totalQuestions } = results;
  return (
    <ResultCard aria-label="Results">
      <ScoreRing percent={score} label="score" tone={scoreTone(score)} pixels={160} phonePixels={96} />
      <h2 ref={heading} tabIndex={-1}>
        {scoreMessage(score)}
      </h2>
      <Counts>
        <li>
          <CheckCircle2 aria-hidden />
          {correctAnswers} of {totalQuestions} correct
        </li>
        {totalQuestions > correctAnswers && (
          <li>
            <XCircle aria-hidden />
            {totalQuestions - correctAnswers} missed
          </li>
        )}
      </Counts>
      <ResultActions>{children}</ResultActions>
    </ResultCard>
  );
};
