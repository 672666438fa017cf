import { sizes } from '@lectern/contracts';
import { choiceShape, color, FieldCaption, FieldProblem, measure, size, space } from '@lectern/ui';
import { useId, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { MarkdownField } from '../markdown/MarkdownField';
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

/** A column for the radio button, and the field. */
const Option = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  column-gap: ${space[8]};
`;

/** The caption is in line with the field's label, the button with the field. */
const Correct = styled.label`
  display: grid;
  grid-template-rows: auto ${measure.target};
  align-self: start;
  place-items: center;
  gap: ${space[4]};
  width: 56px;
  font-size: ${size[14]};
  color: ${color['ink-soft']};
  cursor: pointer;
  &:has(:checked) {
    font-weight: 600;
    color: ${color.success};
  }
  input {
    ${choiceShape}
    &:checked {
      border-color: ${color.success};
      background: ${color.success};
    }
  }
`;

/** Form values of a question. */
export interface QuestionValues {
  question: string;
  options: readonly string[];
  /** Zero-based index of the correct option. */
  right: number;
  explanation: string;
}

export interface QuestionFieldsProps {
  values: QuestionValues;
  change: (part: Partial<QuestionValues>) => void;
  /** Error messages by field path. */
  problems: Readonly<Record<string, string>>;
  isExplanationOptional?: boolean;
}

/** The fields for the options' texts and the correct option. */
const OptionFields = ({ values, change, problems }: QuestionFieldsProps): ReactNode => {
  const name = useId();
  return (
    <Options aria-describedby={problems['options'] ? `${name}-error` : undefined}>
      <FieldCaption as="legend">Options, one of them correct</FieldCaption>
      {values.options.map((text, index) => (
        <Option key={index}>
          <Correct>
            Correct
            <input
              type="radio"
              aria-label={`Correct: option ${letterOf(index)}`}
              name={name}
              checked={values.right === index}
              onChange={() => {
                change({ right: index });
              }}
            />
          </Correct>
          <MarkdownField
            label={`Option ${letterOf(index)}`}
            isCompact
            maxLength={sizes.option}
            value={text}
            error={problems[`options.${String(index)}.text`]}
            onChange={(value) => {
              change({ options: values.options.with(index, value) });
            }}
          />
        </Option>
      ))}
      {problems['options'] && <FieldProblem id={`${name}-error`}>{problems['options']}</FieldProblem>}
    </Options>
  );
};

/** The fields of a question. */
export const QuestionFields = (props: QuestionFieldsProps): ReactNode => {
  const { values, change, problems, isExplanationOptional = false } = props;
  return (
    <>
      <MarkdownField
        label="Question"
        rows={3}
        maxLength={sizes.question}
        value={values.question}
        error={problems['question']}
        onChange={(question) => {
          change({ question });
        }}
      />
      <OptionFields {...props} />
      <MarkdownField
        label="Explanation"
        {...(isExplanationOptional && { hint: 'Optional' })}
        rows={4}
        maxLength={sizes.explanation}
        value={values.explanation}
        error={problems['explanation']}
        onChange={(explanation) => {
          change({ explanation });
        }}
      />
    </>
  );
};
