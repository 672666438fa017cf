import type { Quiz, QuizResults, WeakArea } from '@lectern/contracts';
import {
  Button,
  CheckCircle2,
  ChevronRight,
  color,
  media,
  motion,
  radius,
  RotateCcw,
  ScoreRing,
  size,
  space,
  Sparkles,
  Target,
  XCircle,
} from '@lectern/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { ItemFacts } from '../shared/ItemFacts';
import { SourceNote } from '../shared/SourceNote';
import { counted } from '../shared/text';
import { QuestionOptions } from './QuestionOptions';
import { letterOf, type MissedQuestion } from './QuizSession';
import { scoreMessage, scoreTone } from './scoreWords';

const Base = styled.div`
  display: grid;
  gap: ${space[32]};
`;

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

const Section = styled.section`
  display: grid;
  gap: ${space[16]};
  h2 {
    font-size: ${size[22]};
  }
  > p {
    color: ${color['ink-soft']};
  }
`;

const Areas = styled.ul`
  display: grid;
  gap: ${space[12]};
  li {
    display: flex;
    gap: ${space[12]};
    padding: ${space[12]} ${space[16]};
    border-radius: ${radius.field};
    background: ${color['warning-tint']};
    overflow-wrap: anywhere;
  }
  svg {
    flex: none;
    width: 20px;
    height: 20px;
    margin-top: 2px;
    color: ${color.warning};
  }
  span {
    display: block;
    font-size: ${size[14]};
    color: ${color.ink};
  }
`;

const Missed = styled.details`
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  summary {
    display: flex;
    align-items: flex-start;
    gap: ${space[12]};
    min-height: ${space[48]};
    padding: ${space[12]} ${space[16]};
    cursor: pointer;
    font-weight: 600;
    list-style: none;
    overflow-wrap: anywhere;
    &::-webkit-details-marker {
      display: none;
    }
  }
  summary svg {
    flex: none;
    width: 20px;
    height: 20px;
    margin-top: 2px;
    color: ${color['ink-faint']};
    transition: transform ${motion.state};
  }
  &[open] summary svg {
    transform: rotate(90deg);
  }
  > div {
    display: grid;
    gap: ${space[12]};
    padding: 0 ${space[16]} ${space[16]} ${space[48]};
  }
  dl {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: ${space[4]} ${space[16]};
    overflow-wrap: anywhere;
  }
  dt {
    font-size: ${size[14]};
    line-height: 1.75;
    color: ${color['ink-faint']};
  }
`;

const MissedFoot = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[12]};
  > button {
    margin-left: auto;
  }
`;

const byTopic = (areas: readonly WeakArea[]): [topic: string, concepts: string[]][] => {
  const topics = new Map<string, Set<string>>();
  for (const { topic, concept } of areas) topics.set(topic, (topics.get(topic) ?? new Set()).add(concept));
  return [...topics].map(([topic, concepts]) => [topic, [...concepts].filter((concept) => concept !== '' && concept !== topic)]);
};

type QuizOfResults = Pick<Quiz, '_id' | 'studyMaterialId'>;

const MissedItem = ({ quiz, question, number, chosen }: MissedQuestion & { quiz: QuizOfResults }): ReactNode => {
  const textOf = (option: number): string => {
    const text = question.options[option]?.text;
    return text === undefined ? 'No answer' : `${letterOf(option)}. ${text}`;
  };
  return (
    <Missed>
      <summary>
        <ChevronRight aria-hidden />
        <span>
          {number}. {question.question}
        </span>
      </summary>
      <div>
        <dl>
          <dt>Your answer</dt>
          <dd>{textOf(chosen ?? -1)}</dd>
          <dt>Correct answer</dt>
          <dd>{textOf(question.options.findIndex((option) => option.isCorrect))}</dd>
        </dl>
        <p>{question.explanation}</p>
        <SourceNote source={question.source} studyMaterialId={quiz.studyMaterialId} />
        <MissedFoot>
          <ItemFacts item={question} kind="question" />
          <QuestionOptions quizId={quiz._id} question={question} number={number} />
        </MissedFoot>
      </div>
    </Missed>
  );
};

export interface ResultsViewProps {
  quiz: QuizOfResults;
  results: QuizResults;
  missed: readonly MissedQuestion[];
  /** Weak areas are for premium learners. */
  isPremium: boolean;
  onRegenerate: () => void;
  onRetake: () => void;
}

/** What came of an attempt, and one clear next step. */
export const ResultsView = ({ quiz, results, missed, isPremium, onRegenerate, onRetake }: ResultsViewProps): ReactNode => {
  const { score, correctAnswers, totalQuestions, weakAreas } = results;
  const isPerfect = score === 100;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  const missedCount = useRef(missed.length);
  // A question that was taken out, or is right now, takes the focus with it.
  useEffect(() => {
    const isFewer = missed.length < missedCount.current;
    missedCount.current = missed.length;
    if (!isFewer) return;
    // After a dialog has given the focus back, to a button that is no longer there.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) heading.current?.focus();
    });
    return () => {
      clearTimeout(timer);
    };
  }, [missed.length]);
  return (
    <Base>
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

      {!isPerfect && (weakAreas.length > 0 || !isPremium) && (
        <Section>
          <h2>Areas to Focus On</h2>
          {weakAreas.length > 0 ? (
            <Areas>
              {byTopic(weakAreas).map(([topic, concepts]) => (
                <li key={topic}>
                  <Target aria-hidden />
                  <div>
                    <strong>{topic}</strong>
                    {concepts.length > 0 && <span>{concepts.join(', ')}</span>}
                  </div>
                </li>
              ))}
            </Areas>
          ) : (
            <p>Weak-area analysis is part of Premium. Your missed questions are listed below.</p>
          )}
        </Section>
      )}

      {missed.length > 0 && (
        <Section>
          <h2>{counted(missed.length, 'question')} to look at again</h2>
          {missed.map((entry) => (
            <MissedItem key={entry.question._id} quiz={quiz} {...entry} />
          ))}
        </Section>
      )}
    </Base>
  );
};
