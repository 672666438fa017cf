import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { RadioField } from './RadioField';

const options = [
  { value: 'wrong', label: 'It is wrong.' },
  { value: 'unclear', label: 'It is not clear.' },
] as const;

const Form = ({ error }: { error?: string }): ReactNode => {
  const [value, setValue] = useState<'wrong' | 'unclear'>();
  return <RadioField label="What is wrong?" options={options} value={value} onChange={setValue} error={error} />;
};

test('an option is selected by its label and by the keys', async () => {
  render(<Form />);
  expect(screen.getByRole('radiogroup', { name: 'What is wrong?' })).toBeVisible();
  await userEvent.click(screen.getByText('It is not clear.'));
  expect(screen.getByRole('radio', { name: 'It is not clear.' })).toBeChecked();
  await userEvent.keyboard('{ArrowUp}');
  expect(screen.getByRole('radio', { name: 'It is wrong.' })).toBeChecked();
});

test('an error is announced and belongs to the group', () => {
  render(<Form error="Please choose a reason" />);
  expect(screen.getByRole('alert')).toHaveTextContent('Please choose a reason');
  expect(screen.getByRole('radiogroup')).toHaveAccessibleDescription('Please choose a reason');
});
