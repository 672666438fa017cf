import type { Quiz } from '@lectern/contracts';
import { ChevronRight, color, ItemText, motion, radius, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { ItemFacts } from '../shared/ItemFacts';
import { SourceView } from '../shared/SourcePictures';
import { SourceNote } from '../shared/SourceNote';
import { ExplainAnswer } from './ExplainAnswer';
import { QuestionOptions } from './QuestionOptions';
import { letterOf, type MissedQuestion } from './QuizSession';

const Details = styled.details`
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

const Foot = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[12]};
  > button {
    margin-left: auto;
  }
`;

interface MissedAnswerProps extends MissedQuestion {
  language: string | undefined;
  isOpen?: boolean;
  children?: ReactNode;
}

/** A question that was answered incorrectly. Expands to both answers and the explanation. */
export const MissedAnswer = ({ question, number, chosen, language, isOpen, children }: MissedAnswerProps): ReactNode => {
  const textOf = (option: number): ReactNode => {
    const text = question.options[option]?.text;
    if (text === undefined) return 'No answer';
    return (
      <>
        {letterOf(option)}.{' '}
        <bdi lang={language}>
          <ItemText>{text}</ItemText>
        </bdi>
      </>
    );
  };
  return (
    <Details open={isOpen}>
      <summary>
        <ChevronRight aria-hidden />
        <span dir="auto" lang={language}>
          {number}. <ItemText>{question.question}</ItemText>
        </span>
      </summary>
      <div>
        <dl>
          <dt>Your answer</dt>
          <dd>{textOf(chosen ?? -1)}</dd>
          <dt>Correct answer</dt>
          <dd>{textOf(question.options.findIndex((option) => option.isCorrect))}</dd>
        </dl>
        <p dir="auto" lang={language}>
          <ItemText>{question.explanation}</ItemText>
        </p>
        {children}
      </div>
    </Details>
  );
};

export interface MissedQuestionDetailsProps extends MissedQuestion {
  quiz: Pick<Quiz, '_id' | 'studyMaterialId' | 'generatedBy' | 'language'>;
}

/** A missed question of the learner's own quiz, with the source of its answer and its menu. */
export const MissedQuestionDetails = ({ quiz, question, number, chosen }: MissedQuestionDetailsProps): ReactNode => {
  const guide = question.source?.studyMaterialId ?? quiz.studyMaterialId;
  return (
    <MissedAnswer question={question} number={number} chosen={chosen} language={quiz.language}>
      {question.source && (
        <>
          <SourceView source={question.source} studyMaterialId={quiz.studyMaterialId} />
          <SourceNote source={question.source} language={quiz.language} studyMaterialId={quiz.studyMaterialId} />
        </>
      )}
      {chosen !== undefined && guide !== null && (
        <ExplainAnswer quizId={quiz._id} question={question} chosen={chosen} language={quiz.language} studyMaterialId={guide} />
      )}
      <Foot>
        <ItemFacts item={question} kind="question" madeBy={quiz.generatedBy} />
        <QuestionOptions quizId={quiz._id} question={question} number={number} />
      </Foot>
    </MissedAnswer>
  );
};
