import type { Quiz, QuizQuestion } from '@lectern/contracts';
import { color, ItemText, media, size, space } from '@lectern/ui';
import { useEffect, useId, useRef, type ReactNode, type RefObject } from 'react';
import { styled } from 'styled-components';
import { ItemFacts } from '../shared/ItemFacts';
import { AnswerExplanation } from './AnswerExplanation';
import { AnswerOption } from './AnswerOption';
import { letterOf } from './QuizSession';

const Base = styled.section`
  display: grid;
  gap: ${space[24]};
  @media ${media.small} {
    gap: ${space[16]};
  }
`;

const Head = styled.div<{ $isShown: boolean }>`
  display: grid;
  gap: ${space[8]} ${space[12]};
  > h2 {
    font-size: ${size[22]};
    line-height: 1.4;
    letter-spacing: -0.006em;
    overflow-wrap: anywhere;
    /* Smaller once answered, so that the answer and its explanation fit on one screen. */
    @media ${media.small} {
      font-size: ${({ $isShown }) => ($isShown ? size[16] : size[18])};
    }
  }
`;

const Options = styled.div`
  display: grid;
  gap: ${space[12]};
  @media ${media.small} {
    gap: ${space[8]};
  }
`;

const KeysHint = styled.p`
  font-size: ${size[14]};
  color: ${color['ink-faint']};
  text-align: center;
  @media ${media.touch} {
    display: none;
  }
`;

export interface QuestionViewProps {
  quiz: Pick<Quiz, '_id' | 'studyMaterialId'> & { language?: string | undefined; generatedBy?: string | undefined };
  question: QuizQuestion;
  /** Zero-based index of the chosen option. */
  chosen: number | undefined;
  /** Whether the answer is shown, which locks the selection. */
  isShown: boolean;
  onSelect: (option: number) => void;
  /** Whether the key S opens the source of the answer. */
  hasSourceKey?: boolean;
}

/** Scrolls to the top and focuses each new question, so that screen readers read it and the Tab key starts there. */
const useQuestionFocus = (heading: RefObject<HTMLElement | null>, isShown: boolean): void => {
  useEffect(() => {
    document.documentElement.scrollTop = 0;
    heading.current?.focus({ preventScroll: true });
  }, [heading]);
  // On a phone the page shrinks when the answer shows, because the other options collapse.
  useEffect(() => {
    if (isShown && matchMedia(media.small).matches) document.documentElement.scrollTop = 0;
  }, [isShown]);
};

/** One question with its options. Set the question's id as `key`. */
export const QuestionView = (props: QuestionViewProps): ReactNode => {
  const { quiz, question, chosen, isShown, hasSourceKey = false } = props;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useQuestionFocus(heading, isShown);
  return (
    <Base aria-labelledby={id}>
      <Head $isShown={isShown}>
        <h2 id={id} ref={heading} tabIndex={-1} dir="auto" lang={quiz.language}>
          <ItemText>{question.question}</ItemText>
        </h2>
        <ItemFacts item={question} kind="question" madeBy={quiz.generatedBy} />
      </Head>
      <Options role="radiogroup" aria-labelledby={id}>
        {question.options.map((option, index) => (
          <AnswerOption
            key={index}
            name={id}
            index={index}
            option={option}
            language={quiz.language}
            isChosen={chosen === index}
            isShown={isShown}
            onSelect={props.onSelect}
          />
        ))}
      </Options>
      <div aria-live="polite">
        {isShown && (
          <AnswerExplanation
            quizId={quiz._id}
            question={question}
            language={quiz.language}
            studyMaterialId={quiz.studyMaterialId}
            chosen={chosen}
            hasSourceKey={hasSourceKey}
          />
        )}
      </div>
      <KeysHint>
        Keys: {letterOf(0)}–{letterOf(question.options.length - 1)} or 1–{question.options.length} to choose, Enter to continue.
      </KeysHint>
    </Base>
  );
};
