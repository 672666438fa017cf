import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { styled } from 'styled-components';
import { Button } from './Button';
import { FailureNotice } from './FailureNotice';
import { FormulaText } from './FormulaText';
import { IconButton } from './IconButton';
import { Trash2 } from './icons';
import { TextField } from './TextField';
import { color, size, space } from './tokens';

const Base = styled.div`
  display: grid;
  gap: ${space[16]};
  overflow-wrap: anywhere;
`;
const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: end;
  gap: ${space[8]};
  > button {
    min-height: 44px;
  }
`;
const List = styled.ol`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;
`;
const Item = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${space[8]};
  align-items: start;
  padding: ${space[8]} 0;
  border-top: 1px solid ${color.line};
  summary {
    padding: ${space[12]} 0;
    font-size: ${size[14]};
    font-weight: 600;
    cursor: pointer;
  }
`;
const Answer = styled.div`
  display: grid;
  gap: ${space[12]};
  padding-bottom: ${space[8]};
  font-size: ${size[16]};
  small {
    font-size: ${size[14]};
    color: ${color['ink-faint']};
  }
`;

/** A question with its answer. */
export interface AnsweredQuestion {
  _id: string;
  question: string;
  answer: string;
  answeredBy: 'model' | 'passages' | 'nothing';
}

export interface AskPanelProps<Question extends AnsweredQuestion> {
  /** Newest first. */
  asked: readonly Question[];
  /** Renders the passages that an answer cites. */
  passagesOf: (question: Question) => ReactNode;
  /** @returns the id of the answered question; undefined after a failure, and then the field keeps its text */
  onAsk: (question: string) => Promise<string | undefined>;
  isAsking: boolean;
  /** Why the last question failed. */
  failure?: string | undefined;
  /** Set if earlier questions could not be loaded. */
  onReload?: (() => void) | undefined;
  onRemove: (id: string) => void;
  /** Focuses the field, because the learner has opened the panel to type. */
  hasFocus?: boolean;
}

/** Maximum length of a question. Characters. */
const longestQuestion = 500;

const AnswerText = ({ answer, answeredBy, passages }: Omit<AnsweredQuestion, '_id' | 'question'> & { passages: ReactNode }): ReactNode => (
  <Answer>
    {answeredBy === 'passages' ? (
      <p>This is what your material says:</p>
    ) : (
      <p dir="auto">
        <FormulaText>{answer}</FormulaText>
      </p>
    )}
    {passages}
    {answeredBy === 'model' && <small>Written by the language model from these passages.</small>}
  </Answer>
);

interface AskFormProps extends Pick<AskPanelProps<AnsweredQuestion>, 'onAsk' | 'isAsking'> {
  field: RefObject<HTMLInputElement | null>;
  onAnswered: (id: string) => void;
}

const AskForm = ({ onAsk, isAsking, field, onAnswered }: AskFormProps): ReactNode => {
  const [question, setQuestion] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const ask = async (): Promise<void> => {
    const asked = question.trim();
    setIsEmpty(asked === '');
    if (asked === '' || isAsking) return;
    const id = await onAsk(asked);
    if (id === undefined) return;
    onAnswered(id);
    setQuestion('');
  };
  return (
    <Form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <TextField
        ref={field}
        label="Your question"
        name="question"
        autoComplete="off"
        maxLength={longestQuestion}
        value={question}
        error={isEmpty ? 'Please type a question' : undefined}
        onChange={({ target }) => {
          setQuestion(target.value);
          setIsEmpty(false);
        }}
      />
      <Button type="submit" isBusy={isAsking} busyLabel="Looking…">
        Ask
      </Button>
    </Form>
  );
};

/** A question field, its answer with the cited passages, and earlier questions. */
export const AskPanel = <Question extends AnsweredQuestion>({
  asked,
  passagesOf,
  onAsk,
  isAsking,
  failure,
  onReload,
  onRemove,
  hasFocus = false,
}: AskPanelProps<Question>): ReactNode => {
  /** The latest question of this visit. Its answer is expanded. */
  const [answeredId, setAnsweredId] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hasFocus) field.current?.focus();
  }, [hasFocus]);
  return (
    <Base>
      <AskForm onAsk={onAsk} isAsking={isAsking} field={field} onAnswered={setAnsweredId} />
      <FailureNotice>{failure}</FailureNotice>
      <div aria-live="polite">
        {asked.length > 0 && (
          <List aria-label="Questions, newest first">
            {asked.map((each) => (
              <Item key={each._id}>
                <details open={each._id === answeredId}>
                  <summary dir="auto">{each.question}</summary>
                  <AnswerText answer={each.answer} answeredBy={each.answeredBy} passages={passagesOf(each)} />
                </details>
                <IconButton
                  label={`Delete question: ${each.question.slice(0, 80)}`}
                  onClick={() => {
                    onRemove(each._id);
                    field.current?.focus();
                  }}
                >
                  <Trash2 aria-hidden />
                </IconButton>
              </Item>
            ))}
          </List>
        )}
      </div>
      {onReload && (
        <p role="status">
          Earlier questions could not be loaded.{' '}
          <Button variant="quiet" onClick={onReload}>
            Try again
          </Button>
        </p>
      )}
    </Base>
  );
};
