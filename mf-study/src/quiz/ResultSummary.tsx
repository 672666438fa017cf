import type { QuizResults } from '@lectern/contracts';
import { CheckCircle2, color, media, radius, ScoreRing, size, space, XCircle } from '@lectern/ui';
import type { ReactNode, RefObject } from 'react';
import { styled } from 'styled-components';
import { scoreMessage, scoreTone } from './scoreWords';

const Summary = styled.section`
  display: grid;
  justify-items: center;
  gap: ${space[16]};
  padding: ${space[32]} ${space[24]};
  @media ${media.small} {
    padding: ${space[24]} ${space[16]};
  }
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  text-align: center;
  h2 {
    font-size: ${size[28]};
  }
`;

const Counts = styled.ul`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${space[8]} ${space[24]};
  color: ${color['ink-soft']};
  font-variant-numeric: tabular-nums;
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

/** The next steps; on a phone each is as wide as the page. */
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${space[12]};
  margin-top: ${space[8]};
  @media ${media.small} {
    width: 100%;
    > * {
      flex: 1 1 100%;
    }
  }
`;

export interface ResultSummaryProps {
  results: QuizResults;
  /** Takes the focus when the results show. */
  heading: RefObject<HTMLHeadingElement | null>;
  /** The next steps. */
  children: ReactNode;
}

/** The score, the counts, and the next steps. */
export const ResultSummary = ({ results, heading, children }: ResultSummaryProps): ReactNode => {
  const { score, correctAnswers, totalQuestions } = results;
  return (
    <Summary aria-label="Results">
      <ScoreRing percent={score} label="score" tone={scoreTone(score)} pixels={160} />
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
      <Actions>{children}</Actions>
    </Summary>
  );
};
