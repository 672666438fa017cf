import { calls, type AttemptQuestion, type Quiz, type QuizAttemptDetail } from '@lectern/contracts';
import { call, formatDate, isAbsent } from '@lectern/platform';
import { useQuery } from '@lectern/platform/query';
import { Check, color, ErrorState, ItemText, radius, size, space, TextSkeleton, X } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { SourceNote } from '../shared/SourceNote';
import { quizKey } from '../shared/studyKeys';

const List = styled.ol`
  display: grid;
  gap: ${space[16]};
  margin-top: ${space[24]};
`;

const Entry = styled.li<{ $isRight: boolean }>`
  display: grid;
  gap: ${space[12]};
  padding: ${space[16]};
  border: 1px solid ${color.line};
  border-inline-start: 3px solid ${({ $isRight }) => ($isRight ? color.success : color.danger)};
  border-radius: ${radius.card};
  background: ${color.raised};
  overflow-wrap: anywhere;
  h2 {
    font-size: ${size[16]};
    line-height: 1.5;
  }
  p {
    color: ${color['ink-soft']};
  }
  > div {
    display: flex;
    align-items: flex-start;
    gap: ${space[8]};
  }
  svg {
    flex: none;
    width: 18px;
    height: 18px;
    margin-top: 3px;
  }
`;

const Right = styled.div`
  svg {
    color: ${color.success};
  }
`;
const Wrong = styled.div`
  svg {
    color: ${color.danger};
  }
`;

interface QuestionEntryProps {
  question: AttemptQuestion;
  quiz: AttemptDetailProps['quiz'];
}

const QuestionEntry = ({ question, quiz }: QuestionEntryProps): ReactNode => {
  const { studyMaterialId = null, language } = quiz ?? {};
  const { answer, correctAnswer, explanation, source } = question;
  const isRight = answer === correctAnswer;
  return (
    <Entry $isRight={isRight}>
      <h2 dir="auto" lang={language}>
        <ItemText>{question.question}</ItemText>
      </h2>
      {!isRight && (
        <Wrong>
          <X aria-hidden />
          <span>
            Your answer:{' '}
            <bdi lang={language}>
              <ItemText>{answer === '' ? 'none' : answer}</ItemText>
            </bdi>
          </span>
        </Wrong>
      )}
      <Right>
        <Check aria-hidden />
        <span>
          {isRight ? 'Your answer is correct: ' : 'Correct answer: '}
          <bdi lang={language}>
            <ItemText>{correctAnswer}</ItemText>
          </bdi>
        </span>
      </Right>
      <p dir="auto" lang={language}>
        <ItemText>{explanation}</ItemText>
      </p>
      {source && !isRight && <SourceNote source={source} language={language} studyMaterialId={studyMaterialId} />}
    </Entry>
  );
};

const summaryOf = ({ score, correctAnswers, totalQuestions, finishedAt }: QuizAttemptDetail): string =>
  `${formatDate(finishedAt)}: ${String(score)}%, ${String(correctAnswers)} of ${String(totalQuestions)} correct`;

export interface AttemptDetailProps {
  quizId: string;
  attemptId: string;
  /** Guide and language of the quiz; undefined until it is loaded. */
  quiz: Pick<Quiz, 'studyMaterialId' | 'language'> | undefined;
}

/** One attempt: the questions as they were at the time, the learner's answers and the correct ones. */
export const AttemptDetail = ({ quizId, attemptId, quiz }: AttemptDetailProps): ReactNode => {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...quizKey(quizId), 'attempts', attemptId],
    queryFn: ({ signal }) => call(calls.getAttempt, { path: { id: quizId, attemptId }, signal }),
  });
  if (data) {
    return (
      <>
        <p>{summaryOf(data)}</p>
        <List>
          {data.questions.map((question) => (
            <QuestionEntry key={question._id} question={question} quiz={quiz} />
          ))}
        </List>
      </>
    );
  }
  if (isAbsent(error)) return <ErrorState>This attempt does not exist.</ErrorState>;
  if (error && !isFetching) return <ErrorState onRetry={() => void refetch()}>The attempt could not be loaded.</ErrorState>;
  return <TextSkeleton label="Loading the attempt" lines={8} />;
};
