import { placeWords, type Quiz, type QuizQuestion } from '@lectern/contracts';
import { color, font, ItemText, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Sheet = styled.section`
  max-width: 72ch;
  font-family: ${font.reading};
  line-height: 1.5;
  overflow-wrap: anywhere;
  h2 {
    margin: ${space[24]} 0 ${space[16]};
    font-family: ${font.reading};
    break-after: avoid;
  }
  ol {
    display: grid;
    gap: ${space[24]};
    margin: 0;
    padding-inline-start: 2.2em;
  }
  li {
    break-inside: avoid;
  }
  @media print {
    max-width: none;
  }
`;

const Options = styled.ul`
  display: grid;
  gap: ${space[8]};
  margin: ${space[8]} 0 0;
  padding: 0;
  list-style: none;
  li {
    display: grid;
    grid-template-columns: auto auto minmax(0, 1fr);
    align-items: baseline;
    gap: ${space[8]};
  }
`;

/** A box to tick. Drawn as a border, because browsers do not print backgrounds. */
const Box = styled.span`
  width: 0.8em;
  height: 0.8em;
  border: 1px solid ${color.ink};
  border-radius: 2px;
`;

/** Starts on a new page, so that the answers can be handed out later. */
const Answers = styled(Sheet)`
  break-before: page;
  p {
    margin: 0;
  }
  small {
    color: ${color['ink-soft']};
  }
`;

const letterOf = (index: number): string => String.fromCharCode(65 + index);

const Question = ({ question, options }: QuizQuestion): ReactNode => (
  <li>
    <ItemText>{question}</ItemText>
    <Options>
      {options.map(({ text }, index) => (
        <li key={text}>
          <Box aria-hidden />
          <span>{letterOf(index)}.</span>
          <span dir="auto">
            <ItemText>{text}</ItemText>
          </span>
        </li>
      ))}
    </Options>
  </li>
);

const Answer = ({ options, explanation, source }: QuizQuestion): ReactNode => {
  const index = options.findIndex(({ isCorrect }) => isCorrect);
  return (
    <li>
      <p>
        <strong>
          <bdi>{letterOf(index)}.</bdi>{' '}
          <bdi>
            <ItemText>{options[index]?.text ?? ''}</ItemText>
          </bdi>
        </strong>
      </p>
      <p>
        <ItemText>{explanation}</ItemText>
      </p>
      {source && <small>{placeWords(source.pointer)}</small>}
    </li>
  );
};

/** A printed quiz: its questions with boxes to tick, and optionally the answers on separate pages. */
export const QuizSheets = ({ quiz, hasAnswers }: { quiz: Quiz; hasAnswers: boolean }): ReactNode => (
  <>
    <Sheet aria-labelledby="questions">
      <h2 id="questions" dir="auto">
        {quiz.title}
      </h2>
      <ol dir="auto" lang={quiz.language}>
        {quiz.questions.map((question) => (
          <Question key={question._id} {...question} />
        ))}
      </ol>
    </Sheet>
    {hasAnswers && (
      <Answers aria-labelledby="answers">
        <h2 id="answers">Answers</h2>
        <ol dir="auto" lang={quiz.language}>
          {quiz.questions.map((question) => (
            <Answer key={question._id} {...question} />
          ))}
        </ol>
      </Answers>
    )}
  </>
);
