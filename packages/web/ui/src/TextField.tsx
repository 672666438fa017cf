import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { styled } from 'styled-components';
import { Field, inputShape, type FieldProps } from './Field';

const Input = styled.input`
  ${inputShape}
`;

export interface TextFieldProps extends FieldProps, InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>;
}

/** A single-line text field. Takes all props of an input, including those of react-hook-form's `register`. */
export const TextField = ({ label, hint, error, id, ...rest }: TextFieldProps): ReactNode => (
  <Field label={label} hint={hint} error={error} id={id}>
    {(control) => <Input type="text" dir="auto" {...rest} {...control} />}
  </Field>
);
