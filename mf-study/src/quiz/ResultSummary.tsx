import type { QuizResults } from '@lectern/contracts';
import { Button, CheckCircle2, color, media, radius, RotateCcw, ScoreRing, size, space, Sparkles, Target, XCircle } from '@lectern/ui';
import type { ReactNode, RefObject } from 'react';
import { styled } from 'styled-components';
import { scoreMessage, scoreTone } from './scoreWords';

const Summary = styled.section`
  display: grid;
  justify-items: center;
  gap: ${space[16]};
  padding: ${space[32]} ${space[24]};
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
  onRegenerate: () => void;
  onRetake: () => void;
}

/** The score, the counts, and the next steps. */
export const ResultSummary = ({ results, heading, onRegenerate, onRetake }: ResultSummaryProps): ReactNode => {
  const { score, correctAnswers, totalQuestions } = results;
  const isPerfect = score === 100;
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
      <Actions>
        <Button variant="secondary" icon={<RotateCcw aria-hidden />} onClick={onRetake}>
          Try again from the start
        </Button>
        <Button icon={isPerfect ? <Sparkles aria-hidden /> : <Target aria-hidden />} onClick={onRegenerate}>
          {isPerfect ? 'Challenge Yourself Further!' : 'Master Your Weak Areas'}
        </Button>
      </Actions>
    </Summary>
  );
};
