import type { QuizQuestion } from '@lectern/contracts';
import { CheckCircle2, color, media, size, space, visuallyHidden, XCircle } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { letterOf } from './QuizSession';

const Words = styled.p<{ $isRight: boolean }>`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  font-size: ${size[18]};
  font-weight: 700;
  line-height: 1.35;
  color: ${({ $isRight }) => ($isRight ? color.success : color.danger)};
  svg {
    flex: none;
    width: 22px;
    height: 22px;
  }
`;

/** In the line of the buttons, because the explanation may begin below the window. */
const InLine = styled(Words)`
  flex: 1;
  @media ${media.small} {
    display: none;
  }
`;

/** Seen on a phone only, where the explanation begins near the top. */
const Heading = styled(Words)`
  @media ${media.medium} {
    ${visuallyHidden}
  }
`;

interface AnswerVerdictProps {
  question: Pick<QuizQuestion, 'options'>;
  /** Zero-based index of the chosen option. */
  chosen: number | undefined;
  /** Whether it is next to the buttons, not the heading of the explanation. */
  isInLine?: boolean;
}

/** Whether the answer was correct; if not, which one is. */
export const AnswerVerdict = ({ question: { options }, chosen, isInLine = false }: AnswerVerdictProps): ReactNode => {
  const isRight = options[chosen ?? -1]?.isCorrect === true;
  const correct = options.findIndex(({ isCorrect }) => isCorrect);
  const content = (
    <>
      {isRight ? <CheckCircle2 aria-hidden /> : <XCircle aria-hidden />}
      {isRight ? 'Correct' : `Not quite. The answer is ${letterOf(Math.max(0, correct))}`}
    </>
  );
  // The explanation's heading announces it.
  return isInLine ? (
    <InLine $isRight={isRight} aria-hidden>
      {content}
    </InLine>
  ) : (
    <Heading as="h3" $isRight={isRight}>
      {content}
    </Heading>
  );
};
