import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { MarkdownField, type MarkdownFieldProps } from './MarkdownField';

const Example = ({ initial = '', ...props }: Partial<MarkdownFieldProps> & { initial?: string }): ReactNode => {
  const [value, setValue] = useState(initial);
  return (
    <>
      <button type="button">Before</button>
      <MarkdownField label="Back" value={value} onChange={setValue} {...props} />
      <button type="button">After</button>
    </>
  );
};
const field = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Back' });
const select = (start: number, end: number): void => {
  field().focus();
  field().setSelectionRange(start, end);
};

test('the toolbar is one stop of the Tab key, and Tab is never trapped', async () => {
  const user = userEvent.setup();
  render(<Example hasGaps />);
  await user.click(screen.getByRole('button', { name: 'Before' }));
  await user.tab();
  expect(screen.getByRole('button', { name: 'Bold' })).toHaveFocus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(screen.getByRole('button', { name: 'List' })).toHaveFocus();
  await user.keyboard('{End}');
  expect(screen.getByRole('button', { name: 'Make a gap' })).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('button', { name: 'Bold' })).toHaveFocus();
  await user.tab();
  expect(field()).toHaveFocus();
  await user.tab();
  expect(screen.getByRole('button', { name: 'After' })).toHaveFocus();
});

test('a button formats the selection and returns to the field', async () => {
  render(<Example initial="the heart pumps" />);
  select(4, 9);
  await userEvent.click(screen.getByRole('button', { name: 'Bold' }));
  expect(field()).toHaveValue('the **heart** pumps');
  expect(field()).toHaveFocus();
  expect([field().selectionStart, field().selectionEnd]).toEqual([6, 11]);
});

test.each([
  [{ key: 'b', ctrlKey: true }, 'the **heart** pumps'],
  [{ key: 'i', metaKey: true }, 'the *heart* pumps'],
  [{ key: 'm', ctrlKey: true }, 'the $heart$ pumps'],
  [{ key: 'C', ctrlKey: true, shiftKey: true }, 'the {{c1::heart}} pumps'],
])('%j', (keys, expected) => {
  render(<Example initial="the heart pumps" hasGaps />);
  select(4, 9);
  // `false`: the browser does nothing of its own with the key.
  expect(fireEvent.keyDown(field(), keys)).toBe(false);
  expect(field()).toHaveValue(expected);
});

test('copying and other shortcuts stay with the browser', () => {
  render(<Example initial="the heart pumps" />);
  select(4, 9);
  for (const keys of [
    { key: 'c', ctrlKey: true },
    { key: 'C', ctrlKey: true, shiftKey: true },
    { key: 'z', ctrlKey: true },
    { key: 'Tab' },
  ])
    expect(fireEvent.keyDown(field(), keys)).toBe(true);
  expect(field()).toHaveValue('the heart pumps');
});

test('Enter continues a list', () => {
  render(<Example initial="- one" />);
  select(5, 5);
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(field()).toHaveValue('- one\n- ');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(field()).toHaveValue('- one\n');
});

test('shows a preview once there is something to render', async () => {
  render(<Example />);
  await userEvent.type(field(), 'plain 2*3');
  expect(screen.queryByRole('group', { name: 'Preview' })).not.toBeInTheDocument();
  await userEvent.type(field(), ' and **bold**');
  expect(within(screen.getByRole('group', { name: 'Preview' })).getByText('bold').tagName).toBe('B');
});
