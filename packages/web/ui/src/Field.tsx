import { useId, type ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { AlertCircle } from './icons';
import { color, media, motion, radius, size, space } from './tokens';

const Frame = styled.div`
  display: grid;
  gap: ${space[4]};
  min-width: 0;
`;

/** A field's visible label. */
export const FieldCaption = styled.label`
  font-size: ${size[14]};
  font-weight: 600;
  color: ${color.ink};
`;

const Hint = styled.p`
  font-size: ${size[14]};
  line-height: 1.45;
  color: ${color['ink-faint']};
`;

const Problem = styled.p`
  display: flex;
  gap: ${space[8]};
  align-items: baseline;
  font-size: ${size[14]};
  line-height: 1.45;
  color: ${color.danger};
  svg {
    flex: none;
    width: 16px;
    height: 16px;
    transform: translateY(3px);
  }
`;

export interface FieldProblemProps {
  id?: string;
  /** A toast has already announced it, so it is not read out again. */
  isAnnounced?: boolean;
  children: ReactNode;
}

/** A field's error. Read out when it appears. */
export const FieldProblem = ({ id, isAnnounced = false, children }: FieldProblemProps): ReactNode => (
  <Problem id={id} role={isAnnounced ? undefined : 'alert'}>
    <AlertCircle aria-hidden />
    <span>{children}</span>
  </Problem>
);

/** Styles shared by all inputs. */
export const inputShape = css`
  width: 100%;
  min-height: 44px;
  padding: ${space[8]} ${space[12]};
  border: 1px solid ${color['line-strong']};
  border-radius: ${radius.field};
  background: ${color.raised};
  color: ${color.ink};
  font-size: ${size[16]};
  line-height: 1.5;
  transition:
    border-color ${motion.state},
    box-shadow ${motion.state};
  &::placeholder {
    color: ${color['ink-faint']};
    opacity: 1;
  }
  &:hover:not(:disabled):not(:read-only) {
    border-color: ${color['ink-faint']};
  }
  &:focus-visible {
    outline-offset: 0;
    border-color: ${color.accent};
  }
  &[aria-invalid='true'] {
    border-color: ${color.danger};
  }
  &:disabled,
  &:read-only:not(select) {
    background: ${color.sunken};
    color: ${color['ink-soft']};
  }
  @media ${media.reducedMotion} {
    transition: none;
  }
`;

/** Styles shared by radio buttons and checkboxes. Drawn from the tokens, so that they match both themes in every browser. */
export const choiceShape = css`
  appearance: none;
  display: grid;
  flex: none;
  place-items: center;
  width: 20px;
  height: 20px;
  margin: 0;
  border: 1.5px solid ${color['ink-faint']};
  border-radius: 5px;
  background: ${color.raised};
  cursor: inherit;
  transition:
    border-color ${motion.state},
    background ${motion.state};
  &::before {
    content: '';
    width: 12px;
    height: 12px;
    background: ${color['on-accent']};
    clip-path: polygon(14% 46%, 2% 58%, 40% 94%, 98% 22%, 86% 10%, 40% 70%);
    opacity: 0;
  }
  &[type='radio'] {
    border-radius: 50%;
    &::before {
      width: 8px;
      height: 8px;
      border-radius: 50%;
      clip-path: none;
    }
  }
  &:checked {
    border-color: ${color.accent};
    background: ${color.accent};
    &::before {
      opacity: 1;
    }
  }
  &:disabled {
    opacity: 0.55;
  }
  /* The browser's own colours. */
  @media (forced-colors: active) {
    appearance: auto;
  }
`;

export interface FieldProps {
  /** The field's name. Always visible. */
  label: string;
  /** A line under the label that explains the expected input. */
  hint?: ReactNode;
  /** The field's error. Read out when it appears. */
  error?: string | undefined;
}

/** Ids and attributes that connect a control with its label, hint and error. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Label, hint and error around any control. */
export const Field = ({
  label,
  hint,
  error,
  id,
  children,
}: FieldProps & { id?: string | undefined; children: (control: FieldControl) => ReactNode }): ReactNode => {
  const made = useId();
  const control = id ?? made;
  const described = [hint ? `${control}-hint` : '', error ? `${control}-error` : ''].filter(Boolean).join(' ');
  return (
    <Frame>
      <FieldCaption htmlFor={control}>{label}</FieldCaption>
      {hint && <Hint id={`${control}-hint`}>{hint}</Hint>}
      {children({ id: control, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && <FieldProblem id={`${control}-error`}>{error}</FieldProblem>}
    </Frame>
  );
};
