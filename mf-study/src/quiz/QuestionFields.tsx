import { sizes } from '@lectern/contracts';
import { color, FieldCaption, FieldProblem, measure, media, radius, size, space } from '@lectern/ui';
import { useId, useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { FormatToolbar } from '../markdown/FormatToolbar';
import { toolsFor } from '../markdown/formatTools';
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
  > [role='toolbar'] {
    width: fit-content;
    padding: ${space[4]};
    border: 1px solid ${color.line};
    border-radius: ${radius.field};
  }
`;

const Option = styled.div`
  position: relative;
  /* On the same line as the text field's label. */
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

/** The fields for the options' texts and the correct option. One toolbar serves all of them. */
const OptionFields = ({ values, change, problems }: QuestionFieldsProps): ReactNode => {
  const name = useId();
  const fields = useRef<HTMLFieldSetElement>(null);
  /** The option that was edited last. */
  const last = useRef(0);
  return (
    <Options ref={fields} aria-describedby={problems['options'] ? `${name}-error` : undefined}>
      <FieldCaption as="legend">Options, one of them correct</FieldCaption>
      <FormatToolbar
        label="Formatting of the options"
        tools={toolsFor()}
        onTool={(tool) => {
          const field = fields.current?.querySelectorAll('textarea')[last.current];
          if (field) tool.run(field);
        }}
      />
      {values.options.map((text, index) => (
        <Option key={index}>
          <MarkdownField
            label={`Option ${letterOf(index)}`}
            hasToolbar={false}
            rows={2}
            maxLength={sizes.option}
            value={text}
            error={problems[`options.${String(index)}.text`]}
            onFocus={() => {
              last.current = index;
            }}
            onChange={(value) => {
              change({ options: values.options.with(index, value) });
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
