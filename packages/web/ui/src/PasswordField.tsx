import { useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { styled } from 'styled-components';
import { Field, inputShape, type FieldProps } from './Field';
import { IconButton } from './IconButton';
import { Eye, EyeOff } from './icons';

const Row = styled.div`
  position: relative;
  input {
    padding-right: 52px;
  }
  button {
    position: absolute;
    right: 4px;
    top: 50%;
    transform: translateY(-50%);
  }
`;

const Input = styled.input`
  ${inputShape}
`;

export interface PasswordFieldProps extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  ref?: Ref<HTMLInputElement>;
}

/** A password field with a toggle that reveals it. Pass `autoComplete` so that password managers know which password it is. */
export const PasswordField = ({ label, hint, error, id, ...rest }: PasswordFieldProps): ReactNode => {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} id={id}>
      {(control) => (
        <Row>
          <Input type={isShown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none" {...rest} {...control} />
          <IconButton
            // Not "Show password": tests and screen readers find one element by the name "Password".
            label={isShown ? 'Hide' : 'Show'}
            aria-pressed={isShown}
            aria-controls={control.id}
            onClick={() => {
              setIsShown((shown) => !shown);
            }}
          >
            {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          </IconButton>
        </Row>
      )}
    </Field>
  );
};
