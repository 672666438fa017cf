import { color, ItemText, media, motion, radius, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { keyframes, styled } from 'styled-components';
import { SourceView } from '../shared/SourcePictures';
import { AskAbout } from '../shared/AskAbout';
import { SourceNote } from '../shared/SourceNote';
import { AnswerVerdict } from './AnswerVerdict';
import { ExplainAnswer } from './ExplainAnswer';
import { OtherOptions, type OtherOptionsProps } from './OtherOptions';

const appear = keyframes`from { opacity: 0; transform: translateY(-8px); }`;

const Box = styled.div`
  position: relative;
  display: grid;
  gap: ${space[12]};
  padding: ${space[24]};
  border-radius: ${radius.card};
  background: ${color.surface};
  border: 1px solid ${color.line};
  @media ${media.small} {
    gap: ${space[8]};
    padding: ${space[12]} ${space[16]};
    > p {
      font-size: ${size[14]};
      line-height: 1.5;
    }
  }
  animation: ${appear} ${motion.overlay};
`;

export interface AnswerExplanationProps extends OtherOptionsProps {
  quizId: string;
  studyMaterialId: string | null;
  /** Whether the key S opens the source. */
  hasSourceKey?: boolean;
}

/** The correct option, the reason, and the source. */
export const AnswerExplanation = ({
  quizId,
  question,
  language,
  studyMaterialId,
  chosen,
  hasSourceKey = false,
}: AnswerExplanationProps): ReactNode => {
  const guide = question.source?.studyMaterialId ?? studyMaterialId;
  const isRight = chosen !== undefined && question.options[chosen]?.isCorrect === true;
  return (
    <Box>
      <AnswerVerdict question={question} chosen={chosen} />
      {question.explanation !== '' && (
        <p dir="auto" lang={language}>
          <ItemText>{question.explanation}</ItemText>
        </p>
      )}
      {question.source && (
        <>
          <SourceNote source={question.source} language={language} studyMaterialId={studyMaterialId} hasKey={hasSourceKey} />
          <SourceView source={question.source} studyMaterialId={studyMaterialId} />
        </>
      )}
      {chosen !== undefined && !isRight && guide !== null && (
        <ExplainAnswer quizId={quizId} question={question} chosen={chosen} language={language} studyMaterialId={guide} />
      )}
      <OtherOptions question={question} language={language} chosen={chosen} />
      {guide !== null && <AskAbout studyMaterialId={guide} itemId={question._id} />}
    </Box>
  );
};
