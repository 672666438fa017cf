import { styled } from 'styled-components';
import { media, space } from './tokens';

/**
 * A vertical form. `noValidate`, because forms validate themselves.
 *
 * @example
 * ```tsx
 * <Form onSubmit={(event) => void handleSubmit(save)(event)}>
 *   <TextField label="First name" error={errors.firstName?.message} {...register('firstName', { validate: nameProblem })} />
 *   <FailureNotice>{failure.text}</FailureNotice>
 *   <FormActions>
 *     <Button type="submit" isBusy={isSubmitting} busyLabel="Saving...">Save Changes</Button>
 *   </FormActions>
 * </Form>
 * ```
 */
export const Form = styled.form.attrs({ noValidate: true })`
  display: grid;
  gap: ${space[16]};
`;

/** Two fields, side by side if they fit. */
export const FieldRow = styled.div`
  display: grid;
  gap: ${space[16]};
  align-items: start;
  @media ${media.medium} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

/** The buttons below a form. */
export const FormActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[12]};
  margin-top: ${space[8]};
`;
