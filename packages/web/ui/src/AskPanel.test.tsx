import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AskPanel, type AnsweredQuestion } from './AskPanel';

const answered: AnsweredQuestion = { _id: '2', question: 'Where?', answer: 'In the cytosol.', answeredBy: 'model' };
const earlier: AnsweredQuestion = { _id: '1', question: 'Who?', answer: 'Not told.', answeredBy: 'nothing' };

const show = (onAsk: (question: string) => Promise<string | undefined>, onRemove = jest.fn()) => {
  render(<AskPanel asked={[answered, earlier]} passagesOf={() => null} onAsk={onAsk} isAsking={false} onRemove={onRemove} />);
  return userEvent.setup();
};

test('asks what was typed, opens its answer and empties the field; earlier answers stay folded', async () => {
  const onAsk = jest.fn(() => Promise.resolve('2'));
  const user = show(onAsk);
  expect(screen.getByText('In the cytosol.')).not.toBeVisible();
  await user.type(screen.getByLabelText('Your question'), '  Where? {Enter}');
  expect(onAsk).toHaveBeenCalledWith('Where?');
  await waitFor(() => expect(screen.getByText('In the cytosol.')).toBeVisible());
  expect(screen.getByText('Written by the language model from these passages.')).toBeVisible();
  expect(screen.getByText('Not told.')).not.toBeVisible();
  expect(screen.getByLabelText('Your question')).toHaveValue('');
});

test('keeps what was typed after a failure, and asks nothing without words', async () => {
  const onAsk = jest.fn(() => Promise.resolve(undefined));
  const user = show(onAsk);
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Please type a question');
  expect(onAsk).not.toHaveBeenCalled();
  await user.type(screen.getByLabelText('Your question'), 'Why?{Enter}');
  expect(screen.getByLabelText('Your question')).toHaveValue('Why?');
});

test('takes at most 500 characters, and deletes a question', async () => {
  const onRemove = jest.fn();
  const user = show(() => Promise.resolve(undefined), onRemove);
  expect(screen.getByLabelText('Your question')).toHaveAttribute('maxlength', '500');
  await user.click(screen.getByRole('button', { name: 'Delete question: Who?' }));
  expect(onRemove).toHaveBeenCalledWith('1');
  expect(screen.getByLabelText('Your question')).toHaveFocus();
});
