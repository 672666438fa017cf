import type { ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { styled } from 'styled-components';
import { Field, inputShape, type FieldProps } from './Field';

const Input = styled.textarea`
  ${inputShape}
  min-height: 96px;
  resize: vertical;
`;

export interface TextAreaProps extends FieldProps, TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>;
}

/** A multi-line text field. */
export const TextArea = ({ label, hint, error, id, ...rest }: TextAreaProps): ReactNode => (
  <Field label={label} hint={hint} error={error} id={id}>
    {(control) => <Input rows={4} dir="auto" {...rest} {...control} />}
  </Field>
);
