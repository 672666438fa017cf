import { calls, QuestionEdit, sizes, type QuizQuestion } from '@lectern/contracts';
import { call, isAbsent } from '@lectern/platform';
import { color, Dialog, FieldCaption, FieldProblem, measure, media, size, space, TextArea } from '@lectern/ui';
import { useId, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { EditForm } from '../shared/EditForm';
import { studyChanges } from '../shared/studyChanges';
import { problemsOf, useEditDraft } from '../shared/useEditDraft';
import { letterOf } from './QuizSession';

const Options = styled.fieldset`
  display: grid;
  gap: ${space[16]};
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  legend {
    margin-bottom: ${space[8]};
    padding: 0;
  }
`;

const Option = styled.div`
  position: relative;
  /* On one line with the label of the text field. */
  > label:last-child {
    position: absolute;
    top: 0;
    right: 0;
    display: inline-flex;
    align-items: center;
    gap: ${space[8]};
    font-size: ${size[14]};
    line-height: 1.6;
    color: ${color['ink-soft']};
    cursor: pointer;
  }
  > label:last-child::before {
    content: '';
    position: absolute;
    inset: -8px;
  }
  input {
    position: relative;
    flex: none;
    width: 18px;
    height: 18px;
    margin: 0;
    accent-color: ${color.accent};
  }
  @media ${media.touch} {
    > label:last-child::before {
      inset: calc((24px - ${measure.target}) / 2) -12px;
    }
  }
`;

interface Values {
  question: string;
  options: readonly string[];
  /** Which option is right, counted from 0. */
  right: number;
  explanation: string;
}

const bodyOf = ({ question, options, right, explanation }: Values) => ({
  question,
  options: options.map((text, index) => ({ text, isCorrect: index === right })),
  explanation,
});

export interface EditQuestionDialogProps {
  quizId: string;
  question: QuizQuestion;
  onClose: () => void;
}

interface FieldsProps {
  values: Values;
  change: (part: Partial<Values>) => void;
  /** What is wrong, by the path of the field. */
  problems: Readonly<Record<string, string>>;
}

/** The options' texts, and which of them is right. */
const OptionFields = ({ values, change, problems }: FieldsProps): ReactNode => {
  const name = useId();
  return (
    <Options aria-describedby={problems['options'] ? `${name}-error` : undefined}>
      <FieldCaption as="legend">Options, one of them correct</FieldCaption>
      {values.options.map((text, index) => (
        <Option key={index}>
          <TextArea
            label={`Option ${letterOf(index)}`}
            rows={2}
            maxLength={sizes.option}
            value={text}
            error={problems[`options.${String(index)}.text`]}
            onChange={(event) => {
              change({ options: values.options.with(index, event.target.value) });
            }}
          />
          <label>
            <input
              type="radio"
              aria-label={`Correct: option ${letterOf(index)}`}
              name={name}
              checked={values.right === index}
              onChange={() => {
                change({ right: index });
              }}
            />
            Correct
          </label>
        </Option>
      ))}
      {problems['options'] && <FieldProblem id={`${name}-error`}>{problems['options']}</FieldProblem>}
    </Options>
  );
};

const QuestionFields = (props: FieldsProps): ReactNode => {
  const { values, change, problems } = props;
  return (
    <>
      <TextArea
        label="Question"
        rows={3}
        maxLength={sizes.question}
        value={values.question}
        error={problems['question']}
        onChange={(event) => {
          change({ question: event.target.value });
        }}
      />
      <OptionFields {...props} />
      <TextArea
        label="Explanation"
        rows={4}
        maxLength={sizes.explanation}
        value={values.explanation}
        error={problems['explanation']}
        onChange={(event) => {
          change({ explanation: event.target.value });
        }}
      />
    </>
  );
};

/** Changes a question's words and which of its options is right. */
export const EditQuestionDialog = ({ quizId, question, onClose }: EditQuestionDialogProps): ReactNode => {
  const { values, change, clear } = useEditDraft<Values>(`edit-question.${question._id}`, {
    question: question.question,
    options: question.options.map((option) => option.text),
    right: question.options.findIndex((option) => option.isCorrect),
    explanation: question.explanation,
  });
  const body = bodyOf(values);
  return (
    <Dialog isOpen isWide onClose={onClose} title="Edit Question">
      <EditForm
        problems={problemsOf(QuestionEdit, body)}
        save={async () => {
          studyChanges.questionUpdated(await call(calls.updateQuestion, { path: { id: quizId, questionId: question._id }, body }));
        }}
        saved="Question updated successfully"
        notSaved="Failed to update question"
        onFailure={(error) => {
          if (isAbsent(error)) studyChanges.reloadQuiz(quizId);
        }}
        clear={clear}
        onClose={onClose}
      >
        {(problems) => <QuestionFields values={values} change={change} problems={problems} />}
      </EditForm>
    </Dialog>
  );
};
