import { calls, type OptionExplanation, type QuizQuestion } from '@lectern/contracts';
import { call, useFailure } from '@lectern/platform';
import { Button, FailureNotice, FormulaText, HelpCircle, media, size, space } from '@lectern/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { SourceNote } from '../shared/SourceNote';

const Base = styled.section`
  display: grid;
  gap: ${space[12]};
  justify-items: start;
  h4 {
    margin-bottom: ${space[8]};
    font-size: ${size[14]};
  }
`;
const Sides = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 240px), 1fr));
  gap: ${space[16]};
  width: 100%;
  @media ${media.small} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const headings = { chosen: 'Your answer', right: 'The right answer' } as const;

export interface ExplainAnswerProps {
  quizId: string;
  question: Pick<QuizQuestion, '_id' | 'options'>;
  /** Zero-based index of the chosen wrong option. */
  chosen: number;
  language: string | undefined;
  /** The question's guide. */
  studyMaterialId: string;
}

/** Explains on request why the chosen option is wrong, citing the passages of both options. */
export const ExplainAnswer = ({ quizId, question, chosen, language, studyMaterialId }: ExplainAnswerProps): ReactNode => {
  const [explained, setExplained] = useState<OptionExplanation>();
  const [isBusy, setIsBusy] = useState(false);
  const failure = useFailure();
  const result = useRef<HTMLElement>(null);
  // The explanation replaces the button, so it takes focus.
  useEffect(() => {
    if (explained) result.current?.focus({ preventScroll: true });
  }, [explained]);
  const option = question.options[chosen]?.text;
  if (option === undefined) return undefined;
  const explain = async (): Promise<void> => {
    setIsBusy(true);
    failure.clear();
    try {
      setExplained(await call(calls.explainOption, { path: { id: quizId, questionId: question._id }, body: { option } }));
    } catch (error) {
      failure.report(error, 'Your answer could not be explained. Please try again.');
    } finally {
      setIsBusy(false);
    }
  };
  if (!explained)
    return (
      <Base>
        <Button variant="secondary" icon={<HelpCircle aria-hidden />} isBusy={isBusy} busyLabel="Looking…" onClick={() => void explain()}>
          Explain
        </Button>
        <FailureNotice>{failure.text}</FailureNotice>
      </Base>
    );
  return (
    <Base ref={result} tabIndex={-1} aria-label="Explanation of your answer">
      <p dir="auto" lang={explained.answeredBy === 'model' ? language : undefined}>
        <FormulaText>{explained.text}</FormulaText>
      </p>
      {explained.passages.length > 0 && (
        <Sides>
          {explained.passages.map(({ about, ...source }, index) => (
            <div key={index}>
              {about && <h4>{headings[about]}</h4>}
              <SourceNote source={source} language={language} studyMaterialId={studyMaterialId} />
            </div>
          ))}
        </Sides>
      )}
    </Base>
  );
};
